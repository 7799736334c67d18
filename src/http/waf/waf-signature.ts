import type { Signal } from "./signal.ts";

/** Whose firewalls are known. */
export type WafVendor =
  | "akamai"
  | "aws-waf"
  | "cloudflare"
  | "cloudfront"
  | "datadome"
  | "f5"
  | "imperva"
  | "perimeterx"
  | "sucuri";

/** How the firewall of a vendor answers a request that it keeps off. */
export interface WafSignature {
  readonly vendor: WafVendor;
  /** Answers of its own: it is one where all signals of a list are seen, the cheapest first. */
  readonly answers: readonly (readonly Signal[])[];
}
