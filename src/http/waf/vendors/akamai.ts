import { code, header, refused, text, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

/**
 * Of Akamai.
 *
 * `Server: AkamaiGHost` is on whatever the edge answers itself, such as redirects and bad requests,
 * and the cookies `_abck`, `ak_bmsc` and `bm_sz` are on healthy pages.
 */
export const akamai: WafSignature = {
  vendor: "akamai",
  answers: [
    [refused, header("server", /akamaighost/), text("reference #"), text("access denied")],
    [refused, title("access denied"), text(/reference #\d+\.[\da-f]+\.\d+\.[\da-f]+/)],
    [refused, text(/errors\.edgesuite\.net\/\d+\./), text("access denied")],
    [refused, code(/\/_sec\/cp_challenge|"sec-cp-challenge"/)],
    [
      title("challenge validation"),
      code("/_sec/cp_challenge/"),
      code(/\bsec-cpt-if\b|\bcp_clge_done\b/),
    ],
    [untitled, code("bm-verify"), code("/_sec/verify?provider=interstitial")],
  ],
};
