import type { HttpResponse } from "../message.ts";
import { Evidence } from "./evidence.ts";
import type { Signal } from "./signal.ts";
import { akamai } from "./vendors/akamai.ts";
import { awsWaf } from "./vendors/aws-waf.ts";
import { cloudflare } from "./vendors/cloudflare.ts";
import { cloudfront } from "./vendors/cloudfront.ts";
import { datadome } from "./vendors/datadome.ts";
import { f5 } from "./vendors/f5.ts";
import { imperva } from "./vendors/imperva.ts";
import { perimeterx } from "./vendors/perimeterx.ts";
import { sucuri } from "./vendors/sucuri.ts";
import type { WafSignature, WafVendor } from "./waf-signature.ts";

/** By whose firewall a request was kept off, and what told so. */
export interface WafDetection {
  readonly vendor: WafVendor;
  /** What was seen, such as `header cf-mitigated: challenge`. */
  readonly signals: readonly string[];
}

/**
 * Tells whether a response is a firewall's own, a block or a challenge, rather than that of the site.
 *
 * That a site is behind a vendor, or tells of one, is nothing: the headers and cookies that healthy
 * responses have too never suffice, nor do scripts, words and captcha forms in pages of the site.
 * Below 400 a page is a challenge only by a header that says so, or where its title is the
 * vendor's own or it has none: a page with a title of its own never is, whatever is in its body.
 * From 400 on, words that others may quote count where the page has the vendor's title, or none, or is
 * made of them.
 * A 429 that only asks to be slower, a plain 403 and the error pages of a CDN for a server that is down
 * are what their status says.
 * Of a body its first 64 KiB are looked at, if it is a text; below 400 none that is longer or no HTML.
 * The time it takes is linear in that.
 *
 * @example
 * ```ts
 * const { vendor } = detectWaf(response) ?? {};
 * if (vendor) console.warn(`${response.url} is behind ${vendor}, which does not let us in`);
 * ```
 */
export function detectWaf(
  response: Pick<HttpResponse, "status" | "headers" | "body">,
): WafDetection | undefined {
  const evidence = new Evidence(response);
  for (const { vendor, answers } of signatures) {
    for (const answer of answers) {
      const signals = allSeen(answer, evidence);
      if (signals) return { vendor, signals };
    }
  }
  return undefined;
}

const signatures: readonly WafSignature[] = [
  cloudflare,
  akamai,
  datadome,
  perimeterx,
  imperva,
  awsWaf,
  cloudfront,
  f5,
  sucuri,
];

function allSeen(answer: readonly Signal[], evidence: Evidence): readonly string[] | undefined {
  const signals: string[] = [];
  for (const signal of answer) {
    const seen = signal(evidence);
    if (seen === undefined) return undefined;
    signals.push(seen);
  }
  return signals;
}
