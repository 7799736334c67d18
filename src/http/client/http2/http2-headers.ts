import type { OutgoingHttpHeaders } from "node:http2";

import { InvalidRequestError } from "../../errors.ts";
import { subjectOf, type WireRequest } from "../wire-request.ts";

/** How long the head of a request may be, as Node counts it. */
export const MAX_SENT_HEAD_BYTES: number = 256 * 1024;

/**
 * The headers of a request as HTTP/2 has them: names in lower case, the host as `:authority`, and none
 * that speaks of a connection of HTTP/1.1 (RFC 9113, section 8.2.2).
 *
 * Throws an {@link InvalidRequestError} where they have more than 256 KiB, which Node would not send.
 */
export function http2Headers(wire: WireRequest): OutgoingHttpHeaders {
  const { host = new URL(wire.origin).host, ...headers } = byName(wire.headers);
  const all = {
    ":method": wire.method,
    ":scheme": "https",
    ":authority": host,
    ":path": wire.path,
    ...headers,
    ...lengthOf(wire),
  };
  if (mostBytesOf(all) > MAX_SENT_HEAD_BYTES) {
    throw new InvalidRequestError(
      `Cannot send ${subjectOf(wire)}: its head is longer than 256 KiB`,
    );
  }
  return all;
}

/** The bound that Node reckons with, before any compression: 12 for each header and for the block. */
function mostBytesOf(headers: OutgoingHttpHeaders): number {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((value) => 12 + name.length + String(value).length),
  );
  return values.reduce((sum, bytes) => sum + bytes, 12);
}

const OF_HTTP1 = /^(?:connection|content-length|http2-settings|keep-alive|proxy-connection|te)$/;

/** Values by name; a list of them where there are several. */
function byName(flat: readonly string[]): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (let at = 0; at < flat.length; at += 2) {
    const name = (flat[at] ?? "").toLowerCase();
    const value = flat[at + 1] ?? "";
    const isAllowed = !OF_HTTP1.test(name) || (name === "te" && value === "trailers");
    if (isAllowed) values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length > 1 ? all : all.join()]),
  );
}

/** What undici says of the length over HTTP/1.1. */
function lengthOf({ method, body }: WireRequest): OutgoingHttpHeaders {
  const bytes = Buffer.byteLength(body ?? "");
  const isSaid = bytes > 0 || /^(?:PATCH|POST|PUT)$/.test(method);
  return isSaid ? { "content-length": String(bytes) } : {};
}
