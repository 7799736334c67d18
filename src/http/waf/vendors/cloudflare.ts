import { code, header, oneOf, refused, status, text, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

const byCloudflare = oneOf(header("server", /^cloudflare/), header("cf-ray"));

/** What only a page that challenges a browser has, the present one and those before it. */
const challenge = oneOf(
  code("_cf_chl_opt"),
  code("cf-browser-verification"),
  code(/\bjschl_(?:vc|answer)\b/),
  code(/\/cdn-cgi\/l\/chk_(?:jschl|captcha)/),
);

const moment = title("just a moment...");

const pleasantries = oneOf(
  text("checking your browser before accessing"),
  text("enable javascript and cookies to continue"),
  text("needs to review the security of your connection"),
);

/**
 * Of Cloudflare.
 *
 * The script of `/cdn-cgi/challenge-platform/`, the cookie `__cf_bm` and Turnstile are on healthy pages.
 * `__cf_chl_tk` and the like come back in links of pages that were reached through a challenge.
 * A 429 of error 1015 is a rate limit, an error 52x a server that is down.
 */
export const cloudflare: WafSignature = {
  vendor: "cloudflare",
  answers: [
    [header("cf-mitigated", /^\s*challenge\b/)],
    [refused, challenge],
    [oneOf(moment, untitled), challenge],
    [refused, byCloudflare, moment, pleasantries],
    [refused, title(/^(?:attention required!|please wait\.\.\.) \| cloudflare$/)],
    [status(403), title(/ used cloudflare to restrict access$/)],
    [status(403), byCloudflare, text(/^error code: 10(?:0[5-9]|1[0-2]|20)$/)],
    [
      status(403),
      byCloudflare,
      code(/"error_code" ?: ?10(?:0[5-9]|1[0-2]|20)\b/),
      code('"cloudflare_error"'),
    ],
    [status(403), code("cf-error-details"), text("you have been blocked")],
  ],
};
