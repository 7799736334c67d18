import { code, header, oneOf, refused, title } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

const denied = title(/^access to this page has been (?:denied|blocked)\.?$/);

/**
 * Of PerimeterX, now HUMAN.
 *
 * The cookies `_px3`, `_pxhd` and `_pxvid`, and a script that sets `_pxAppId`, are on healthy pages.
 */
export const perimeterx: WafSignature = {
  vendor: "perimeterx",
  answers: [
    [refused, header("x-px-block")],
    [refused, code(/\bid=["']?px-captcha/)],
    [refused, code("_pxappid"), code("_pxuuid")],
    [refused, code(/"appid" ?: ?"px/), oneOf(code('"blockscript"'), code('"jsclientsrc"'))],
    [denied, oneOf(code("px-captcha"), code("_pxappid"), code(/\bpx-c(?:dn|loud)\.net/))],
  ],
};
