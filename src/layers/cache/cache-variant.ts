import { hash } from "node:crypto";

import type { HttpHeaders } from "../../http/headers.ts";
import { secretHeaders } from "../../http/secret-headers.ts";
import type { Context } from "../../service/context.ts";
import { provenKey } from "../auth/proven-key.ts";
import type { CacheEntry } from "./cache-store.ts";

const usual: ReadonlySet<string> = new Set(secretHeaders);

/** Lists whose members have no case (RFC 9110, section 12.5). */
const withoutCase: ReadonlySet<string> = new Set(["accept-encoding", "accept-language"]);

/**
 * What sets a response with these headers apart from others of its URL: the request headers that `Vary`
 * names, and credentials, of which only a digest is kept, be they usual ones or those of {@link provenKey}.
 * Undefined if everything does (`Vary: *`).
 */
export function variantOf(
  headers: HttpHeaders,
  asked: HttpHeaders,
  context: Context,
): CacheEntry["vary"] | undefined {
  const named = headers.getAll("vary").flatMap((list) => list.split(","));
  const names = named.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (names.includes("*")) return undefined;
  const sent = secretsOf(asked, context);
  return Object.fromEntries([...names, ...sent].map((name) => [name, valueOf(asked, name, sent)]));
}

/**
 * Whether an entry answers a request with these headers.
 *
 * What was answered to somebody never answers another. What was answered without a cookie, and does not
 * vary by cookies, answers one who has cookies where `sharesAnonymous`.
 */
export function isVariantFor(
  asked: HttpHeaders,
  { vary }: CacheEntry,
  context: Context,
  sharesAnonymous: boolean,
): boolean {
  const sent = secretsOf(asked, context);
  const names = new Set([...sent, ...Object.keys(vary)]);
  if (sharesAnonymous && vary["cookie"] === undefined) names.delete("cookie");
  return [...names].every((name) => valueOf(asked, name, sent) === (vary[name] ?? ""));
}

/** Names of the credentials that a request bears, which set variants apart whether `Vary` names them or not. */
function secretsOf(asked: HttpHeaders, context: Context): ReadonlySet<string> {
  const proven = context.get(provenKey);
  const names = Array.from(asked, ([name]) => name.toLowerCase());
  return new Set(names.filter((name) => usual.has(name) || proven.has(name)));
}

/** A value as it is compared: white space around the members of a list means nothing. */
function valueOf(asked: HttpHeaders, name: string, secrets: ReadonlySet<string>): string {
  const value = asked.get(name)?.trim() ?? "";
  if (value === "") return value;
  if (secrets.has(name)) return hash("sha256", value);
  const cased = withoutCase.has(name) ? value.toLowerCase() : value;
  return cased.includes('"') ? cased : cased.replaceAll(/[\t ]*,[\t ]*/g, ", ");
}
