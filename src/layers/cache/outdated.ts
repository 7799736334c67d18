import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { tryOriginOf } from "../../http/url/origin-of.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { keysOf } from "./cache-key.ts";
import { isUnsafe } from "./cacheable.ts";

/**
 * The keys of what a change puts out of date, if it succeeded: its own URL, and those that its Location
 * and Content-Location name, if they are of the same origin, since a server speaks for no other
 * (RFC 9111, section 4.4).
 */
export function outdatedBy(request: HttpRequest, response: HttpResponse): readonly string[] {
  if (!isUnsafe(request) || response.status >= 400) return [];
  const origin = tryOriginOf(request.url);
  const named = ["location", "content-location"].flatMap((name) => response.headers.getAll(name));
  const others = named.flatMap((target) => resolved(target, request.url));
  return [request.url, ...others.filter((url) => tryOriginOf(url) === origin)].flatMap(keysOf);
}

function resolved(target: string, base: string): readonly string[] {
  const url = tryParseUrl(target, tryParseUrl(base));
  return url ? [url.href] : [];
}
