import { stat } from "node:fs/promises";

import { requireBoolean, requireOptions, requireStrings, show } from "../../../service/options.ts";
import { LineFile, requireFile } from "../line-file.ts";
import { ItemError, type Sink } from "../sink.ts";
import { columnsOf, guarded, recordOf, textOf } from "./csv-cell.ts";
import { mendLastRecord, widen } from "./csv-columns.ts";

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
 * to the records before it, for which the file is written anew: once a column, whole at any instant.
 * A Date is its ISO text, what is nested is JSON; null, undefined and `NaN` are empty. An item that is
 * no object, or a list, is in the column `value`. One without columns, or with a circle, is an
 * {@link ItemError}.
 * A text that begins with `=`, `+`, `-`, `@`, a tab or a line break gets a `'` before it, since
 * spreadsheets run such text (OWASP, CSV injection); numbers stay as they are.
 * Each write is whole records. With `append`, a last record that a crash cut off is removed first,
 * and `columns` must be those of the file.
 *
 * @example
 * ```ts
 * await crawl({ start: "https://example.com", parse, sinks: [csv("pages.csv")] }).done();
 * ```
 */
export function csv<Item>(file: string, options: CsvOptions = {}): Sink<Item> {
  requireFile(file);
  requireOptions("csv", options, { columns: true, append: true, formulaSafe: true });
  const { columns, append = false, formulaSafe = true } = options;
  if (columns) requireColumns(columns);
  requireBoolean("append", append);
  requireBoolean("formulaSafe", formulaSafe);
  const guard = formulaSafe ? guarded : String;
  let table: Table | undefined;
  return {
    async open() {
      table = await Table.open(file, append, columns?.map(guard));
    },
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

/** A file with its columns. */
class Table {
  readonly #file: string;
  readonly #isFixed: boolean;
  #columns: readonly string[];
  #lines: LineFile;

  private constructor(file: string, columns: readonly string[], isFixed: boolean, lines: LineFile) {
    this.#file = file;
    this.#columns = columns;
    this.#isFixed = isFixed;
    this.#lines = lines;
  }

  static async open(file: string, append: boolean, asked?: readonly string[]): Promise<Table> {
    let there: readonly string[] = [];
    const lines = await LineFile.open(
      file,
      append
        ? async (handle) => {
            there = await mendLastRecord(handle);
            if (asked && there.length > 0) requireSame(file, there, asked);
          }
        : undefined,
    );
    const table = new Table(file, there, asked !== undefined, lines);
    if (asked && there.length === 0) await table.#begin(asked);
    return table;
  }

  async add(cells: ReadonlyMap<string, string>): Promise<void> {
    const late = this.#isFixed
      ? []
      : [...cells.keys()].filter((name) => !this.#columns.includes(name));
    await this.#widen(late);
    await this.#lines.write(recordOf(this.#columns.map((name) => cells.get(name) ?? "")));
  }

  close(): Promise<void> {
    return this.#lines.close();
  }

  async #begin(columns: readonly string[]): Promise<void> {
    await this.#lines.write(recordOf(columns));
    this.#columns = columns;
  }

  async #widen(late: readonly string[]): Promise<void> {
    const columns = [...this.#columns, ...late];
    if (late.length === 0) return;
    if (this.#columns.length === 0) return this.#begin(columns);
    if (!(await stat(this.#file)).isFile()) {
      throw new ItemError(
        `Expected no more columns than ${this.#columns.join(", ")}, since ${this.#file} cannot be written anew: got ${show(late[0])}`,
      );
    }
    await widen(this.#file, columns);
    await this.#lines.close();
    this.#lines = await LineFile.open(this.#file, async () => {});
    this.#columns = columns;
  }
}

function requireColumns(columns: readonly string[]): void {
  requireStrings("columns", columns);
  if (columns.length > 0 && new Set(columns).size === columns.length) return;
  throw new RangeError(`Expected "columns" to be different names: got ${show(columns.join(", "))}`);
}

function requireSame(file: string, there: readonly string[], asked: readonly string[]): void {
  if (there.length === asked.length && there.every((name, at) => name === asked[at])) return;
  throw new RangeError(
    `Expected "columns" to be those of ${file}, ${there.join(", ")}: got ${asked.join(", ")}`,
  );
}
