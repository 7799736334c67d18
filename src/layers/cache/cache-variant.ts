import { hash } from "node:crypto";

import type { HttpHeaders } from "../../http/headers.ts";
import type { HttpResponse } from "../../http/message.ts";
import type { CacheEntry } from "./cache-store.ts";

/** Request headers that set variants apart whether `Vary` names them or not. */
const credentials = ["authorization", "cookie"];

/**
 * What sets a response apart from others of its URL: the request headers that `Vary` names, and
 * credentials, of which only a digest is kept. Undefined if everything does (`Vary: *`).
 */
export function variantOf(
  response: HttpResponse,
  asked: HttpHeaders,
): CacheEntry["vary"] | undefined {
  const named = response.headers.getAll("vary").flatMap((list) => list.split(","));
  const names = named.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (names.includes("*")) return undefined;
  const sent = credentials.filter((name) => asked.has(name));
  return Object.fromEntries([...names, ...sent].map((name) => [name, valueOf(asked, name)]));
}

/** Whether an entry answers a request with these headers. */
export function isVariantFor(asked: HttpHeaders, { vary }: CacheEntry): boolean {
  const names = new Set([...credentials, ...Object.keys(vary)]);
  return [...names].every((name) => valueOf(asked, name) === (vary[name] ?? ""));
}

function valueOf(headers: HttpHeaders, name: string): string {
  const value = headers.get(name)?.trim() ?? "";
  return value !== "" && credentials.includes(name) ? hash("sha256", value) : value;
}
