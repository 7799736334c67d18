import { createRequire } from "node:module";

import type { getDomain } from "tldts";

const lazily = createRequire(import.meta.url);
let tldts: { readonly getDomain: typeof getDomain } | undefined;

/**
 * The part of a host name that somebody can register, by the Public Suffix List with its private
 * part: `shop.example.co.uk` is of `example.co.uk`, `ann.github.io` of nobody else.
 *
 * An address, and a name without such a part, is its own. The list is loaded when first asked.
 */
export function registrableDomain(host: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tldts is what it exports
  tldts ??= lazily("tldts") as { readonly getDomain: typeof getDomain };
  return tldts.getDomain(host, { allowPrivateDomains: true }) ?? host;
}
