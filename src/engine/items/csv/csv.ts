import { normalize } from "node:path";

import { requireBoolean, requireOptions, requireStrings, show } from "../../../service/options.ts";
import type { Json } from "../../page/json.ts";
import { requireFile, requireThere } from "../line-file.ts";
import type { ResumableSink } from "../sink.ts";
import { columnsOf, guarded, textOf } from "./csv-cell.ts";
import type { CsvPosition } from "./csv-layout.ts";
import { CsvTable, type CsvTableOptions } from "./csv-table.ts";

/** Options of {@link csv}. */
export interface CsvOptions {
  /** The columns, in order; what else an item has is left out. @defaultValue all that come, in the order in which they come */
  readonly columns?: readonly string[];
  /** Whether to write on after what is there, in its columns. @defaultValue `false`: the file is begun anew */
  readonly append?: boolean;
  /** Whether a text that a spreadsheet would run as a formula begins with `'` instead. @defaultValue `true` */
  readonly formulaSafe?: boolean;
}

/**
 * Writes items to a file of comma-separated values (RFC 4180), in UTF-8: a header, then a record an item.
 *
 * Each record has a cell for each column. A column that comes late is added to the header, and empty
 * to the records before it. Until the file is closed, records that were there before lack its cell, and empty lines
 * behind the header may keep room for more columns; so the file is written anew a few times only,
 * however many columns come late, and holds whole records under a whole header at any instant. What a process that was
 * killed at that has left beside it is removed as the file is opened.
 * A Date is its ISO text, what is nested is JSON; null, undefined and `NaN` are empty. An item that is
 * no object, or a list, is in the column `value`. One without columns, or with a circle, is an
 * {@link ItemError}.
 * A text that begins with `=`, `+`, `-`, `@`, a tab or a line break gets a `'` before it, since
 * spreadsheets run such text (OWASP, CSV injection); numbers stay as they are.
 * Each write is whole records. With `append`, a last record that a crash cut off is removed first,
 * and `columns` must be those of the file. With a frontier that keeps items, it goes on from the record up to
 * which a run before it had come, and has each item once.
 *
 * @example
 * ```ts
 * await crawl({ start: "https://example.com", parse, sinks: [csv("pages.csv")] }).done();
 * ```
 */
export function csv<Item>(file: string, options: CsvOptions = {}): ResumableSink<Item> {
  requireFile(file);
  requireOptions("csv", options, { columns: true, append: true, formulaSafe: true });
  const { columns, append = false, formulaSafe = true } = options;
  if (columns !== undefined) requireColumns(columns);
  requireBoolean("append", append);
  requireBoolean("formulaSafe", formulaSafe);
  const guard = formulaSafe ? guarded : String;
  let table: CsvTable | undefined;
  const openTable = async (keep: CsvTableOptions["keep"]): Promise<void> => {
    table = await CsvTable.open(file, { columns: columns?.map(guard), keep });
  };
  const open = (): Promise<void> => openTable(append ? "all" : undefined);
  return {
    name: `csv ${normalize(file)}`,
    open,
    async resume(position) {
      const keep = positionOf(position);
      if (keep) await requireThere(file, `of ${keep.rows} records or more`);
      return keep ? openTable(keep) : open();
    },
    sync: async () => (await table?.sync()) ?? null,
    async write(item) {
      if (!table) throw new Error(`Expected ${file} to be open: write() came before open()`);
      const cells = columnsOf(item).filter(([, value]) => value !== undefined);
      await table.add(new Map(cells.map(([name, value]) => [guard(name), textOf(value, guard)])));
    },
    async close() {
      await table?.close();
      table = undefined;
    },
  };
}

/** That of a file; undefined of anything else, which cannot be cut. */
function positionOf(position: Json | undefined): CsvPosition | undefined {
  if (typeof position !== "object" || position === null || !("rows" in position)) return undefined;
  const { columns, id, rows } = position;
  return {
    rows: Number(rows),
    columns: Array.isArray(columns) ? columns.map(String) : [],
    id: typeof id === "string" ? id : undefined,
  };
}

function requireColumns(columns: readonly string[]): void {
  requireStrings("columns", columns);
  if (columns.length > 0 && new Set(columns).size === columns.length) return;
  throw new RangeError(`Expected "columns" to be different names: got ${show(columns.join(", "))}`);
}
