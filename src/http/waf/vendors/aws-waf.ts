import { code, header, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

/**
 * Of AWS WAF.
 *
 * Its scripts from `awswaf.com` and the cookie `aws-waf-token` are on healthy pages. What it blocks without
 * a challenge, a load balancer answers with a plain 403, and CloudFront with its own page.
 */
export const awsWaf: WafSignature = {
  vendor: "aws-waf",
  answers: [
    [header("x-amzn-waf-action", /^\s*(?:challenge|captcha)\b/)],
    [untitled, code("window.gokuprops"), code(/awswaf/)],
    [title("human verification"), code(/awswaf/)],
  ],
};
