import { inflateRawSync, type Zlib } from "node:zlib";

/** How much may come of compressed data. */
export interface OutputLimit {
  readonly maxOutputLength: number;
}

/** Each costs a decompressor of its own. */
const MOST_MEMBERS = 100;

/**
 * Where the members of gzip end, those that the bytes begin with, and no more than a hundred.
 *
 * Checksums are not looked at. Throws on a member that is cut or damaged, and where all together make
 * more than `maxOutputLength`.
 */
export function* memberEnds(
  bytes: Uint8Array,
  { maxOutputLength }: OutputLimit,
): Generator<number, void> {
  let at = 0;
  let left = maxOutputLength;
  for (let n = 0; n < MOST_MEMBERS; n++) {
    if (bytes[at] !== FIRST || bytes[at + 1] !== SECOND) return;
    at += headerLength(bytes.subarray(at));
    const { read, made } = inflated(bytes.subarray(at), left);
    at += read + TRAILER;
    left -= made;
    yield at;
  }
}

const FIRST = 0x1f;
const SECOND = 0x8b;
const TRAILER = 8;

/** How many of the bytes belong to the compressed data that they begin with, and how many it makes. */
function inflated(bytes: Uint8Array, most: number): { read: number; made: number } {
  // Node takes no 0, and its types say nothing of what `info` makes it give.
  const outcome: unknown = inflateRawSync(bytes, {
    maxOutputLength: Math.max(most, 1),
    info: true,
  });
  const { buffer, engine }: Inflated = Object(outcome);
  return { read: engine.bytesWritten, made: buffer.length };
}

interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: Zlib & { readonly bytesWritten: number };
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
