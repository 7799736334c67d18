import type { FileHandle } from "node:fs/promises";

import { FileChangedError } from "../file-changed-error.ts";
import { requireOurs } from "../line-file.ts";
import { cellsOf, type CsvRecord, CsvScanner } from "./csv-scanner.ts";

/** What is in a file of records. */
export interface CsvLayout {
  readonly columns: readonly string[];
  /** Where the last cell of the header ends, in bytes. */
  readonly headerEnd: number;
  /** Bytes of empty lines behind the header, which more columns may take; less than none where CR LF has none. */
  readonly room: number;
  /** Records behind the header. */
  readonly rows: number;
  /** Whether there are empty lines behind the header, or records without a cell for each column. */
  readonly isLoose: boolean;
}

/** Where there is no header. */
export const NOTHING: CsvLayout = { columns: [], headerEnd: 0, room: 0, rows: 0, isLoose: false };

/**
 * Leaves whole records in a file that is to be written on, and tells what there is.
 *
 * A last record without a line end gets one if it has a cell for each column, else it is cut off.
 */
export async function mendRecords(handle: FileHandle): Promise<CsvLayout> {
  const found = await scan(handle, Infinity);
  const { end, rest } = found;
  const header = found.header ?? rest;
  const isWhole = rest?.cells === header?.cells && rest?.isOpen === false;
  if (isWhole) await handle.appendFile("\r\n");
  else if (rest) await handle.truncate(end);
  const isRecord = isWhole && rest !== header;
  return layoutOf(handle, { ...found, header, rows: found.rows + Number(isRecord) });
}

/** What a file has that is to be written on: so many records at least, these columns, and maybe more. */
export interface CsvPosition {
  readonly rows: number;
  readonly columns: readonly string[];
  /** What the system knew it by; undefined where that was not noted. */
  readonly id?: string | undefined;
}

/** Leaves so many records in a file. Throws where it has fewer, other columns, or is another without one. */
export async function cutRecords(
  file: string,
  handle: FileHandle,
  { columns, id, rows }: CsvPosition,
): Promise<CsvLayout> {
  const found = await scan(handle, rows);
  if (found.rows < rows) {
    throw new FileChangedError(file, `of ${rows} records or more`, `${found.rows}`);
  }
  const layout = await layoutOf(handle, found);
  if (columns.some((name, at) => name !== layout.columns[at])) {
    const [expected, got] = [columns.join(", "), layout.columns.join(", ")];
    throw new FileChangedError(file, `with the columns ${expected}`, got);
  }
  const stats = await handle.stat();
  const isCut = columns.length === 0 || stats.size > found.end;
  // One that was written anew for a late column is another, but has room for more.
  if (rows === 0 && layout.room <= 0 && isCut) requireOurs(file, stats, id);
  await handle.truncate(found.end);
  return layout;
}

async function layoutOf(handle: FileHandle, found: Scanned): Promise<CsvLayout> {
  const { fewest, header, room, rows } = found;
  if (!header || header.isOpen) return NOTHING;
  const { cells, end, next = end + 2 } = header;
  const { buffer } = await handle.read(Buffer.alloc(end), 0, end, 0);
  const columns = cellsOf(buffer.toString("utf8").replace(/^\uFEFF/, ""));
  const isLoose = room > 0 || fewest < cells;
  // The header is to end in a carriage return too.
  return { columns, headerEnd: end, room: room + next - end - 2, rows, isLoose };
}

interface Scanned {
  header: CsvRecord | undefined;
  rest: CsvRecord | undefined;
  room: number;
  rows: number;
  /** Cells of the shortest record. */
  fewest: number;
  /** Where the last of these records ends, its line end counted. */
  end: number;
}

/** Reads the header and the first `most` records, and what stands after the last line end. */
async function scan(handle: FileHandle, most: number): Promise<Scanned> {
  const scanner = new CsvScanner();
  const found: Scanned = {
    header: undefined,
    rest: undefined,
    room: 0,
    rows: 0,
    fewest: Infinity,
    end: 0,
  };
  for await (const bytes of readOpen(handle)) {
    for (const record of scanner.push(bytes)) if (!take(found, record, most)) return found;
  }
  found.rest = scanner.rest();
  return found;
}

/** Counts a record; false where it is one too many. */
function take(found: Scanned, record: CsvRecord, most: number): boolean {
  const { start, end, next = end, cells } = record;
  if (!found.header) found.header = record;
  else if (found.rows === 0 && start === end) found.room += next - start;
  else {
    if (found.rows >= most) return false;
    found.rows++;
    found.fewest = Math.min(found.fewest, cells);
  }
  found.end = next;
  return true;
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
