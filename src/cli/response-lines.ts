import type { HttpResponse } from "../http/message.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { readableBytes } from "./readable.ts";

/**
 * Shows a response: its status, where it came from, its headers, and what its body is.
 *
 * As it may end in a log, no cookie is shown, nor the secrets of a URL.
 */
export function responseLines(response: HttpResponse): readonly string[] {
  const { headers, redirects, status, truncated, url } = response;
  return [
    `${status} ${redactUrl(url)}${origin(response)}`,
    ...redirects.toReversed().map((from) => `redirected from ${redactUrl(from)}`),
    ...[...headers].map(([name, value]) => `${name}: ${shown(name.toLowerCase(), value)}`),
    "",
    `${readableBytes(response.body.byteLength)}${truncated ? ", cut off" : ""}, ${response.encoding}`,
  ];
}

function origin({ fromCache, revalidated }: HttpResponse): string {
  if (!fromCache) return "";
  return revalidated ? " (from the cache, confirmed by the server)" : " (from the cache)";
}

const ofUrls: ReadonlySet<string> = new Set(["content-location", "link", "location", "refresh"]);

function shown(name: string, value: string): string {
  if (name === "set-cookie") return value.replace(/^([^=;]*=)?[^;]*/, "$1REDACTED");
  return ofUrls.has(name) ? redactUrl(value) : value;
}
