import { code, header, refused } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

/**
 * Of DataDome.
 *
 * `X-DataDome: protected` and the cookie `datadome` are on healthy responses, and so is the name of
 * its captcha host, in policies of what a page may load.
 */
export const datadome: WafSignature = {
  vendor: "datadome",
  answers: [
    [refused, header("server", /^datadome$/)],
    [refused, header("x-dd-b", /^[12]$/)],
    [refused, code(/\bvar dd ?= ?\{/), code("captcha-delivery.com")],
    [refused, code(/captcha-delivery\.com\/(?:[ci]\.js|(?:captcha|interstitial)\/?\?)/)],
  ],
};
