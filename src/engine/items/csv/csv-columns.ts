import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, realpath, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { recordOf } from "./csv-cell.ts";
import { cellsOf, type CsvRecord, CsvScanner } from "./csv-scanner.ts";

const CR = 0x0d;

/**
 * Leaves whole records in a file that is to be written on, and tells its columns.
 *
 * A last record without a line end gets one if it has a cell for each column, else it is cut off.
 */
export async function mendLastRecord(handle: FileHandle): Promise<readonly string[]> {
  const { header, rest } = await ends(handle);
  if (!header || header.isOpen) {
    await handle.truncate(0);
    return [];
  }
  const isWhole = rest?.cells === header.cells && !rest.isOpen;
  if (isWhole) await handle.appendFile("\r\n");
  else if (rest) await handle.truncate(rest.start);
  const { buffer } = await handle.read(Buffer.alloc(header.end), 0, header.end, 0);
  return cellsOf(buffer.toString("utf8").replace(/^\uFEFF/, ""));
}

interface Ends {
  readonly header: CsvRecord | undefined;
  readonly rest: CsvRecord | undefined;
}

/** The first record of a file, and what stands after its last line end. */
async function ends(handle: FileHandle): Promise<Ends> {
  const scanner = new CsvScanner();
  let header: CsvRecord | undefined;
  for await (const bytes of readOpen(handle)) {
    for (const record of scanner.push(bytes)) header ??= record;
  }
  const rest = scanner.rest();
  return { header: header ?? rest, rest };
}

/** Writes a file anew with these columns, of which it has the first; it is whole at any instant. */
export async function widen(file: string, columns: readonly string[]): Promise<void> {
  const target = await realpath(file);
  const temporary = `${target}.${randomUUID()}.tmp`;
  const { mode } = await stat(target);
  try {
    const pieces = widened(createReadStream(target), columns);
    await pipeline(Readable.from(pieces), createWriteStream(temporary, { mode, flags: "wx" }));
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function* widened(
  pieces: AsyncIterable<Buffer>,
  columns: readonly string[],
): AsyncGenerator<Buffer | string, void> {
  const scanner = new CsvScanner();
  let at = 0;
  for await (const piece of withWholeEnds(pieces)) {
    let from = 0;
    for (const { start, end, next = end, cells } of scanner.push(piece)) {
      if (start > 0) yield piece.subarray(from, end - at);
      yield start > 0 ? `${",".repeat(columns.length - cells)}\r\n` : recordOf(columns);
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

async function* readOpen(handle: FileHandle): AsyncGenerator<Buffer, void> {
  const buffer = Buffer.alloc(65_536);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
