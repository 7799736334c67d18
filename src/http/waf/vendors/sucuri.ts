import { code, header, oneOf, opening, refused, title } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

/** Of Sucuri. `X-Sucuri-ID`, `X-Sucuri-Cache` and `Server: Sucuri/Cloudproxy` are on healthy responses. */
export const sucuri: WafSignature = {
  vendor: "sucuri",
  answers: [
    [refused, header("x-sucuri-block")],
    [refused, title("sucuri website firewall - access denied")],
    [
      refused,
      oneOf(header("x-sucuri-id"), header("server", /sucuri/)),
      opening("access denied - sucuri website firewall"),
    ],
    [title(/^you are being redirected/), code("sucuri_cloudproxy_js")],
  ],
};
