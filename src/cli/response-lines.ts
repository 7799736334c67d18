import type { HttpResponse } from "../http/message.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { readableBytes } from "./readable.ts";

/** Shows a response: its status, where it came from, its headers, and what its body is. */
export function responseLines(response: HttpResponse): readonly string[] {
  const { fromCache, headers, redirects, status, truncated, url } = response;
  return [
    `${status} ${redactUrl(url)}${fromCache ? " (from the cache)" : ""}`,
    ...redirects.toReversed().map((from) => `redirected from ${redactUrl(from)}`),
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    "",
    `${readableBytes(response.body.byteLength)}${truncated ? ", cut off" : ""}, ${response.encoding}`,
  ];
}
