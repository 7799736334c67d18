import { code, header, oneOf, refused, text, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

/** A page of the site's own has another title. */
const denied = oneOf(title("access denied"), untitled);

/**
 * Of Akamai.
 *
 * `Server: AkamaiGHost` is on whatever the edge answers itself, such as redirects and bad requests,
 * and the cookies `_abck`, `ak_bmsc` and `bm_sz` are on healthy pages.
 */
export const akamai: WafSignature = {
  vendor: "akamai",
  answers: [
    [
      refused,
      header("server", /akamaighost/),
      denied,
      text(/^access denied\b/),
      text("reference #"),
    ],
    [refused, title("access denied"), text(/reference #\d+\.[\da-f]+\.\d+\.[\da-f]+/)],
    [refused, denied, text(/^access denied\b/), text(/errors\.edgesuite\.net\/\d+\./)],
    [refused, code(/"sec-cp-challenge"|\bsec-cpt-if\b|\bcp_clge_done\b/)],
    [
      title("challenge validation"),
      code("/_sec/cp_challenge/"),
      code(/\bsec-cpt-if\b|\bcp_clge_done\b/),
    ],
    [untitled, code("bm-verify"), code("/_sec/verify?provider=interstitial")],
  ],
};
