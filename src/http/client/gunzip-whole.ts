import { gunzipSync, inflateRawSync, type Zlib } from "node:zlib";

/**
 * Undoes gzip at once, be it of several members. What stands behind them is passed over.
 *
 * Throws on bytes that are cut, damaged or more than `maxOutputLength`.
 */
export function gunzipWhole(
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
): Buffer {
  try {
    return gunzipSync(bytes, options);
  } catch (error) {
    // Zlib takes the rest for another member, which may be damaged or cut.
    const end = endOfMembers(bytes, options);
    if (end >= bytes.length || bytes[end] === FIRST) throw error;
    return gunzipSync(bytes.subarray(0, end), options);
  }
}

const FIRST = 0x1f;
const SECOND = 0x8b;
const TRAILER = 8;

function endOfMembers(bytes: Uint8Array, options: { readonly maxOutputLength: number }): number {
  let at = 0;
  while (bytes[at] === FIRST && bytes[at + 1] === SECOND) {
    at += headerLength(bytes.subarray(at));
    at += inflatedLength(bytes.subarray(at), options) + TRAILER;
  }
  return at;
}

/** How many of the bytes belong to the compressed data that they begin with. */
function inflatedLength(bytes: Uint8Array, options: { readonly maxOutputLength: number }): number {
  // The types of Node say nothing of what `info` makes it give.
  const inflated: unknown = inflateRawSync(bytes, { ...options, info: true });
  const { engine }: { readonly engine: Zlib & { readonly bytesWritten: number } } =
    Object(inflated);
  return engine.bytesWritten;
}

const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const CHECKSUM = 2;

/** By RFC 1952, section 2.3. */
function headerLength(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let length = 10;
  if (flags & EXTRA) length += 2 + ((bytes[length] ?? 0) | ((bytes[length + 1] ?? 0) << 8));
  for (const text of [NAME, COMMENT]) if (flags & text) length = bytes.indexOf(0, length) + 1;
  return flags & CHECKSUM ? length + 2 : length;
}
