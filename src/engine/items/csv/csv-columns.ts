import { createReadStream, createWriteStream } from "node:fs";
import { realpath, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { temporaryFor } from "../temporary-file.ts";
import { recordOf } from "./csv-cell.ts";
import { CsvScanner } from "./csv-scanner.ts";

const CR = 0x0d;

/**
 * Writes a file anew with these columns, of which it has the first, and so many line feeds of room behind
 * its header; it is whole at any instant.
 */
export async function widen(file: string, columns: readonly string[], room: number): Promise<void> {
  const target = await realpath(file);
  const temporary = temporaryFor(target);
  const { mode } = await stat(target);
  try {
    const pieces = widened(createReadStream(target), columns, room);
    const written = createWriteStream(temporary, { mode, flags: "wx", flush: true });
    await pipeline(Readable.from(pieces), written);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function* widened(
  pieces: AsyncIterable<Buffer>,
  columns: readonly string[],
  room: number,
): AsyncGenerator<Buffer | string, void> {
  const scanner = new CsvScanner();
  let at = 0;
  let isBegun = false;
  for await (const piece of withWholeEnds(pieces)) {
    let from = 0;
    for (const { start, end, next = end, cells } of scanner.push(piece)) {
      if (start === 0) yield recordOf(columns) + "\n".repeat(room);
      else if (isBegun || end > start) {
        isBegun = true;
        yield piece.subarray(from, end - at);
        yield `${",".repeat(Math.max(0, columns.length - cells))}\r\n`;
      }
      from = next - at;
    }
    if (from > 0 || at > 0) yield piece.subarray(from);
    at += piece.byteLength;
  }
}

/** The same bytes, cut so that no piece ends between a carriage return and its line feed. */
async function* withWholeEnds(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([held, piece]);
    const end = bytes.at(-1) === CR ? bytes.byteLength - 1 : bytes.byteLength;
    held = bytes.subarray(end);
    yield bytes.subarray(0, end);
  }
}
