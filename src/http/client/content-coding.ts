import type { Transform } from "node:stream";
import * as zlib from "node:zlib";

import { gunzipWhole } from "./gunzip-whole.ts";

/** Undoes a coding piece by piece, off the main thread. */
export type DecompressionStream = Transform & zlib.Zlib;

/** One way to undo a coding. */
export interface Decompressor {
  /** All at once. Throws on bytes that are cut, damaged or more than `maxOutputLength`. */
  readonly whole: (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;
  readonly stream: () => DecompressionStream;
  /** Whether what stands behind the end makes the stream fail, and lose the last that it made. */
  readonly stumbles?: boolean;
}

/** A coding of the body: how to undo it, by its first two bytes; undefined if it was not applied. */
export type ContentCoding = (start: Uint8Array) => Decompressor | undefined;

/** The codings of a body cannot be undone. */
export class UnknownCodingError extends Error {
  override readonly name = "UnknownCodingError";
}

const pieces = { chunkSize: 64 * 1024 };
const gunzip: Decompressor = {
  whole: gunzipWhole,
  stream: () => zlib.createGunzip(pieces),
  stumbles: true,
};
const inflate: Decompressor = { whole: zlib.inflateSync, stream: () => zlib.createInflate(pieces) };
const inflateRaw: Decompressor = {
  whole: zlib.inflateRawSync,
  stream: () => zlib.createInflateRaw(pieces),
};
const unbrotli: Decompressor = {
  whole: zlib.brotliDecompressSync,
  stream: () => zlib.createBrotliDecompress(pieces),
};
const unzstd = zstandard(zlib);

const gzip: ContentCoding = (start) => (isGzip(start) ? gunzip : undefined);
const deflate: ContentCoding = (start) =>
  isGzip(start) ? gunzip : isZlib(start) ? inflate : inflateRaw;

const known: ReadonlyMap<string, ContentCoding> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
  ["br", () => unbrotli],
  ...(unzstd ? [["zstd", () => unzstd] as const] : []),
]);

/** Registered with IANA, but not asked for, as they cannot be undone here. */
const unable = /^(?:(?:x-)?compress|aes128gcm|dcb|dcz|exi|pack200-gzip|zstd)$/;

const MOST_CODINGS = 5;

/** Value for Accept-Encoding: what can be undone on this version of Node. */
export const acceptEncoding: string = [...known.keys()]
  .filter((name) => name !== "x-gzip")
  .join(", ");

/**
 * The codings that a Content-Encoding header names, the one to undo first in front.
 *
 * Names are compared without case, and may stand in quotes or have parameters, which do not count.
 * Names that are no coding (`utf-8`, `none`) are passed over, like `identity`: such bytes are left as
 * they are. Throws on a registered coding that cannot be undone here, and on more than five.
 * A body said to be gzip that does not start like one is left as it is. `deflate` is zlib, as it should be,
 * or bare, as many servers send it, or even gzip.
 */
export function contentCodings(header: string): readonly ContentCoding[] {
  const names = header.toLowerCase().split(",").map(unquoted);
  const alien = names.find((name) => unable.test(name) && !known.has(name));
  if (alien !== undefined) throw new UnknownCodingError(`Cannot undo the content coding ${alien}`);
  const codings = names.flatMap((name) => known.get(name) ?? []);
  if (codings.length <= MOST_CODINGS) return codings.toReversed();
  throw new UnknownCodingError(
    `Expected at most ${MOST_CODINGS} content codings: got ${codings.length}`,
  );
}

/** Undoes codings at once; undefined where the result is longer than `most` bytes, or some fault. */
export function decompressWhole(
  bytes: Uint8Array,
  codings: readonly ContentCoding[],
  most: number,
): Uint8Array | undefined {
  try {
    return codings.reduce(
      (bytes, coding) => coding(bytes)?.whole(bytes, { maxOutputLength: most }) ?? bytes,
      bytes,
    );
  } catch {
    return undefined;
  }
}

function unquoted(name: string): string {
  return name
    .replace(/;.*/s, "")
    .trim()
    .replace(/^"(.*)"$/, "$1");
}

function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && (start[1] ?? 0x8b) === 0x8b;
}

function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** What newer versions of Node add to `node:zlib`. */
interface Zstandard {
  readonly zstdDecompressSync?: Decompressor["whole"];
  readonly createZstdDecompress?: (options: zlib.ZlibOptions) => DecompressionStream;
}

function zstandard(node: Zstandard & object): Decompressor | undefined {
  const { zstdDecompressSync: whole, createZstdDecompress: stream } = node;
  return whole && stream ? { whole, stream: () => stream(pieces) } : undefined;
}
