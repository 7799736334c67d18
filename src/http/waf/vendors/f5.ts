import { code, cookie, header, oneOf, refused, text, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

const REJECTED = "the requested url was rejected.";

/** All of its page, so that it is no quotation. */
const alone = text(
  /^the requested url was rejected\. [^.]{1,100}\.?(?: your support id is:? ?[\d.]+)?(?: \[go back\])?$/,
);

const byF5 = oneOf(header("server", /^big-?ip/), cookie("BIGipServer"), cookie("TS0"));

/**
 * Of F5 BIG-IP, which rejects with a status of 200.
 *
 * The cookies `TS01…` and `BIGipServer…` are on healthy responses, and so are scripts of `/TSPD/`.
 */
export const f5: WafSignature = {
  vendor: "f5",
  answers: [
    [refused, untitled, alone],
    [refused, title("request rejected"), text(REJECTED)],
    [title("request rejected"), text(REJECTED), text("support id is")],
    [untitled, alone, text("support id is"), oneOf(byF5, code("<br"))],
    [
      untitled,
      code("bobcmn"),
      text(
        /^(?:please enable javascript to view the page content\. ?your support id is: ?[\d.]+)?$/,
      ),
    ],
  ],
};
