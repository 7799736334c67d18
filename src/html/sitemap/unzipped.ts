import { createRequire } from "node:module";

import type { Gunzip } from "fflate";

const lazily = createRequire(import.meta.url);

/** How much is inflated at a time: a bomb makes a thousand times more of it. */
const SLICE = 4096;
/** Bytes in a row of which nothing may come: a block or the head of a member, never more. */
const MOST_SILENT = 256 * 1024;
/** How often a file may be zipped: once as a file, and again by servers that do not know it is. */
const MOST_LAYERS = 3;

/**
 * Undoes gzip, as often as it was done, piece by piece as the pieces are asked for.
 *
 * What is cut or makes no sense is given as far as it goes. Other bytes are given as they are.
 */
export function unzipped(bytes: Iterable<Uint8Array>, layers: number = MOST_LAYERS): Bytes {
  const pieces = bytes[Symbol.iterator]();
  const { done, value: first = new Uint8Array() } = pieces.next();
  if (done === true) return [];
  const all = followedBy(first, { [Symbol.iterator]: () => pieces });
  return layers > 0 && isGzip(first) ? unzipped(inflated(all), layers - 1) : all;
}

type Bytes = Iterable<Uint8Array>;

function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8;
}

function* followedBy(first: Uint8Array, rest: Bytes): Generator<Uint8Array, void> {
  yield first;
  yield* rest;
}

function* inflated(zipped: Bytes): Generator<Uint8Array, void> {
  const out: Uint8Array[] = [];
  const gunzip = newGunzip((piece) => {
    if (piece.length > 0) out.push(piece);
  });
  let silent = 0;
  for (const slice of sliced(zipped, SLICE)) {
    const isSound = inflate(gunzip, slice);
    silent = out.length > 0 ? 0 : silent + slice.length;
    yield* out.splice(0);
    if (!isSound || silent > MOST_SILENT) return;
  }
}

function newGunzip(onData: (piece: Uint8Array) => void): Gunzip {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fflate is what it exports
  const fflate = lazily("fflate") as { readonly Gunzip: typeof Gunzip };
  return new fflate.Gunzip(onData);
}

/** Whether the bytes make sense. */
function inflate(gunzip: Gunzip, slice: Uint8Array): boolean {
  try {
    gunzip.push(slice);
    return true;
  } catch {
    return false;
  }
}

/** The same bytes in pieces of no more than that. */
export function* sliced(bytes: Bytes, most: number): Generator<Uint8Array, void> {
  for (const piece of bytes) {
    for (let at = 0; at < piece.length; at += most) yield piece.subarray(at, at + most);
  }
}
