import { code, header, oneOf, refused, text, title } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

/** Of Sucuri. `X-Sucuri-ID`, `X-Sucuri-Cache` and `Server: Sucuri/Cloudproxy` are on healthy responses. */
export const sucuri: WafSignature = {
  vendor: "sucuri",
  answers: [
    [refused, header("x-sucuri-block")],
    [refused, title(/sucuri website firewall/), title(/access denied/)],
    [
      refused,
      oneOf(header("x-sucuri-id"), header("server", /sucuri/)),
      text(/access denied\b.{0,10}\bsucuri website firewall/),
    ],
    [title(/^you are being redirected/), code("sucuri_cloudproxy_js")],
  ],
};
