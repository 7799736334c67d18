import { code, cookie, header, oneOf, refused, text, title, untitled } from "../signal.ts";
import type { WafSignature } from "../waf-signature.ts";

const byImperva = oneOf(
  header("x-iinfo"),
  header("x-cdn", /imperva|incapsula/),
  cookie("visid_incap_"),
  cookie("incap_ses_"),
);

/** No script, as healthy pages have. */
const frame = code(/<iframe\b[^<>]*\/_incapsula_resource/);

const resource = code("/_incapsula_resource");

/**
 * Of Imperva, once Incapsula.
 *
 * `X-Iinfo`, the cookies `visid_incap_` and `incap_ses_`, and a script `/_Incapsula_Resource` are on
 * healthy pages.
 */
export const imperva: WafSignature = {
  vendor: "imperva",
  answers: [
    [refused, frame, text("incapsula incident id")],
    [refused, untitled, text(/^request unsuccessful\. incapsula incident id/)],
    [
      refused,
      text(/\berror (?:code )?\d/),
      text(/\bincident id: ?\d/),
      text(/\bpowered by (?:imperva|incapsula)$/),
    ],
    [untitled, resource, text(/^request unsuccessful\. incapsula incident id/)],
    [untitled, resource, code(/<meta name="robots" content="noindex/), text(/^$/), byImperva],
    [
      title(/^pardon our interruption(?:\.{3})?$/),
      oneOf(byImperva, resource, code("onprotectioninitialized"), text("made us think you ")),
    ],
  ],
};
