import type { HttpHeaders } from "../../http/headers.ts";
import { CacheControl } from "./cache-control.ts";
import { isHeuristic, isUnderstood } from "./cacheable-status.ts";

/** The head of a response, or of an entry. */
interface Head {
  readonly status: number;
  readonly headers: HttpHeaders;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** What speaks of the connection a response came by, or of its next hop. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Whether a cache that serves one user may keep a whole response with this head (RFC 9111, section 3).
 *
 * `no-store` forbids it, unless `must-understand` stands beside it and the status is a known one.
 * Else the server has to allow it in words, by a max-age, an Expires, `public` or `private`, or
 * silently, by a status that may be taken for fresh. A part is not kept.
 */
export function isStorable({ status, headers }: Head): boolean {
  if (status < 200 || status === 206 || status === 304) return false;
  const control = CacheControl.of(headers);
  if (control.has("must-understand") ? !isUnderstood(status) : control.has("no-store")) {
    return false;
  }
  if (isHeuristic(status) || headers.has("expires")) return true;
  return ["max-age", "public", "private"].some((name) => control.has(name));
}

/**
 * The headers of a response that are kept with it: not those of its connection, nor those that
 * `no-cache` lists, which are for its first reader only.
 */
export function storedHeaders(headers: HttpHeaders): Pairs {
  const listed = headers.getAll("connection").flatMap((list) => list.split(","));
  const dropped = new Set([
    ...ofConnection,
    ...listed.map((name) => name.trim().toLowerCase()),
    ...CacheControl.of(headers).fields("no-cache"),
  ]);
  return [...headers].filter(([name]) => !dropped.has(name.toLowerCase()));
}
