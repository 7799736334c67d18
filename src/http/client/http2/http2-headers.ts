import type { OutgoingHttpHeaders } from "node:http2";

import type { WireRequest } from "../wire-request.ts";

/**
 * The headers of a request as HTTP/2 has them: names in lower case, the host as `:authority`, and none
 * that speaks of a connection of HTTP/1.1 (RFC 9113, section 8.2.2).
 */
export function http2Headers(wire: WireRequest): OutgoingHttpHeaders {
  const { method, path, origin, headers } = wire;
  const length = lengthOf(wire);
  const sent = new Map<string, string[]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = (headers[at] ?? "").toLowerCase();
    const value = headers[at + 1] ?? "";
    const isTrailers = name === "te" && value.toLowerCase() === "trailers";
    if (!OF_HTTP1.test(name) || isTrailers) sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  const [authority = new URL(origin).host] = sent.get("host") ?? [];
  sent.delete("host");
  return {
    ":method": method,
    ":scheme": "https",
    ":authority": authority,
    ":path": path,
    ...Object.fromEntries([...sent].map(([name, values]) => [name, oneOrMany(values)])),
    ...(length !== undefined && { "content-length": String(length) }),
  };
}

const OF_HTTP1 = /^(?:connection|content-length|http2-settings|keep-alive|proxy-connection|te)$/;

function lengthOf({ method, body }: WireRequest): number | undefined {
  if (body !== null) return Buffer.byteLength(body);
  return /^(?:PATCH|POST|PUT)$/.test(method) ? 0 : undefined;
}

function oneOrMany(values: string[]): string | string[] {
  return values.length === 1 ? (values[0] ?? "") : values;
}
