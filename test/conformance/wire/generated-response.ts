import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import zlib from "node:zlib";

import { NotPlayed } from "../case.ts";

/**
 * A response of which only a description is given, such as
 * `200, Content-Encoding: gzip, body = gzip of 1 GiB of 0x00`.
 */
export async function generated(words: string): Promise<Uint8Array> {
  const { status, headers, coding, bytes, byte } = read(words);
  const body = await buffer(Readable.from(plain(bytes, byte)).compose(compressors[coding]()));
  const lines = [...headers, `Content-Length: ${body.length}`, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines}`), body]);
}

interface Description {
  readonly status: string;
  readonly headers: readonly string[];
  readonly coding: keyof typeof compressors;
  readonly bytes: number;
  readonly byte: number;
}

const compressors = {
  gzip: () => zlib.createGzip(),
  deflate: () => zlib.createDeflate(),
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
} as const;

const SYNTAX =
  /^(\d{3}), (.*?)(?:, )?body = (gzip|deflate|br) of (\d+) ([KMG])iB of 0x([0-9a-f]{2})$/i;
const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
const PIECE = 2 ** 20;

function read(words: string): Description {
  const [, status = "", headers = "", coding = "", count, unit = "", byte = ""] =
    SYNTAX.exec(words) ?? [];
  if (!isCoding(coding)) throw new NotPlayed(`in words that are not understood: ${words}`);
  return {
    status,
    headers: headers.split(", ").filter((line) => line !== ""),
    coding,
    bytes: Number(count) * (UNITS[unit.toUpperCase()] ?? 1),
    byte: Number.parseInt(byte, 16),
  };
}

function isCoding(name: string): name is keyof typeof compressors {
  return Object.hasOwn(compressors, name);
}

function* plain(bytes: number, byte: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(PIECE, byte);
  for (let left = bytes; left > 0; left -= PIECE) yield piece.subarray(0, left);
}
