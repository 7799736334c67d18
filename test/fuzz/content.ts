import * as zlib from "node:zlib";

import type { Chance } from "./chance.ts";

/** What a server wants to say, and the bytes by which it does. */
export interface Content {
  readonly body: Buffer;
  readonly coded: Buffer;
  /** How many bytes the coded body has after each of its codings, the last included. */
  readonly stages: readonly number[];
  /** Values of Content-Encoding. */
  readonly codings: readonly string[];
}

/** A body, most of them small, some longer than a client wants, each under up to three codings. */
export function anyContent(chance: Chance): Content {
  if (chance.is(0.03)) return coded(chance, ZEROS, [chance.oneOf("gzip", "br", "deflate")]);
  const count = chance.oneOf(0, 0, 1, 1, 1, 2, 3);
  const names = Array.from({ length: count }, () =>
    chance.oneOf("gzip", "deflate", "br", "x-gzip"),
  );
  return coded(chance, anyBody(chance), names);
}

const ZEROS = Buffer.alloc(2 * 2 ** 20);
/** It has what a head may have, but a body must keep. */
const UNIT = "HTTP/1.1 100 Grüße\r\n folded\r\n\r\n";
const BEHIND = Buffer.from("behind the end");

function anyBody(chance: Chance): Buffer {
  const length = chance.oneOf(0, 1, 20, 300, 300, 1000, 3000, chance.whole(60_000, 140_000));
  const unit = chance.is(0.5) ? chance.bytes(Math.min(length, 3000)) : Buffer.from(UNIT);
  return length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, unit);
}

function coded(chance: Chance, body: Buffer, codings: readonly string[]): Content {
  let coded = body;
  const stages = codings.map((name) => (coded = encode(chance, name, coded)).length);
  // Behind the last coding only, as what stands there is undone first.
  const hasMore = codings.length > 0 && body.length > 0 && chance.is(0.1);
  if (hasMore) coded = Buffer.concat([coded, BEHIND]);
  return { body, coded, codings, stages };
}

function encode(chance: Chance, name: string, bytes: Buffer): Buffer {
  if (name === "br") return brotli(bytes);
  if (name === "deflate")
    return chance.is(0.5) ? zlib.deflateSync(bytes) : zlib.deflateRawSync(bytes);
  const members = chance.pieces(bytes, chance.oneOf(1, 1, 2, 3));
  return Buffer.concat(members.map((member) => zlib.gzipSync(member)));
}

function brotli(bytes: Buffer): Buffer {
  return zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } });
}
