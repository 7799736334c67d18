import { code, refused, text, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

const REJECTED = "the requested url was rejected.";
const CONSULT = `${REJECTED} please consult with your administrator`;

/**
 * Of F5 BIG-IP, which rejects with a status of 200.
 *
 * The cookies `TS01…` and `BIGipServer…` are on healthy responses, and so are scripts of `/TSPD/`.
 */
export const f5: WafSignature = {
  vendor: "f5",
  answers: [
    [refused, text(CONSULT)],
    [title("request rejected"), text(REJECTED), text("support id is")],
    [untitled, text(/^the requested url was rejected\. .* support id is/)],
    [
      untitled,
      code("bobcmn"),
      text(
        /^(?:please enable javascript to view the page content\. ?your support id is: ?[\d.]+)?$/,
      ),
    ],
  ],
};
