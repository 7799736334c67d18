import { open, stat } from "node:fs/promises";

import { show } from "../../../service/options.ts";
import type { Json } from "../../page/json.ts";
import { LineFile } from "../line-file.ts";
import { ItemError } from "../sink.ts";
import { removeUnfinished } from "../temporary-file.ts";
import { recordOf } from "./csv-cell.ts";
import { widen } from "./csv-columns.ts";
import {
  type CsvLayout,
  type CsvPosition,
  cutRecords,
  mendRecords,
  NOTHING,
} from "./csv-layout.ts";

/** How a {@link CsvTable} is opened. */
export interface CsvTableOptions {
  /** The columns that it is to have; undefined for all that come. */
  readonly columns: readonly string[] | undefined;
  /** What of it stays; undefined to begin it anew. */
  readonly keep: "all" | CsvPosition | undefined;
}

/** The least room for columns that come late, in bytes. */
const LEAST_ROOM = 1024;

/**
 * A file with its columns, which holds whole records at any instant.
 *
 * A column that comes late finds room behind the header, or the file is written anew with as much room
 * as its header takes already, so that it is seldom. Records that are older, and the room, are
 * put right when it is closed.
 */
export class CsvTable {
  readonly #file: string;
  readonly #isFixed: boolean;
  readonly #columns: string[];
  readonly #known: Set<string>;
  #lines: LineFile;
  #headerEnd: number;
  #room: number;
  #rows: number;
  #isLoose: boolean;

  private constructor(file: string, layout: CsvLayout, isFixed: boolean, lines: LineFile) {
    this.#file = file;
    this.#isFixed = isFixed;
    this.#columns = [...layout.columns];
    this.#known = new Set(layout.columns);
    this.#lines = lines;
    this.#headerEnd = layout.headerEnd;
    this.#room = layout.room;
    this.#rows = layout.rows;
    this.#isLoose = layout.isLoose;
  }

  static async open(file: string, { columns, keep }: CsvTableOptions): Promise<CsvTable> {
    let layout = NOTHING;
    const lines = await LineFile.open(
      file,
      keep === undefined
        ? undefined
        : async (handle) => {
            layout = await (keep === "all" ? mendRecords(handle) : cutRecords(file, handle, keep));
            if (columns && layout.columns.length > 0) requireSame(file, layout.columns, columns);
          },
    );
    await removeUnfinished(file);
    const table = new CsvTable(file, layout, columns !== undefined, lines);
    if (columns && layout.columns.length === 0) await table.#begin(columns);
    return table;
  }

  async add(cells: ReadonlyMap<string, string>): Promise<void> {
    if (!this.#isFixed) await this.#widen([...cells.keys()].filter((it) => !this.#known.has(it)));
    await this.#lines.write(recordOf(this.#columns.map((name) => cells.get(name) ?? "")));
    this.#rows++;
  }

  /** Resolves when all that was written is on the disk, to the {@link CsvPosition} of its end; `null` of what is no file. */
  async sync(): Promise<Json> {
    const position = { rows: this.#rows, columns: [...this.#columns], id: this.#lines.id };
    return (await this.#lines.sync()) === null ? null : position;
  }

  async close(): Promise<void> {
    try {
      if (this.#isLoose) await widen(this.#file, this.#columns, 0);
    } finally {
      await this.#lines.close();
    }
  }

  async #begin(columns: readonly string[]): Promise<void> {
    const header = recordOf(columns);
    await this.#lines.write(header);
    this.#add(columns);
    this.#headerEnd = Buffer.byteLength(header) - 2;
  }

  async #widen(late: readonly string[]): Promise<void> {
    if (late.length === 0) return;
    if (this.#columns.length === 0) return this.#begin(late);
    await this.#requireFile(late);
    const more = Buffer.from(`,${recordOf(late)}`);
    const size = more.byteLength - 2;
    if (size > this.#room) await this.#rewrite([...this.#columns, ...late]);
    else {
      await overwrite(this.#file, more, this.#headerEnd);
      this.#headerEnd += size;
      this.#room -= size;
    }
    this.#add(late);
    this.#isLoose = true;
  }

  async #rewrite(columns: readonly string[]): Promise<void> {
    const size = Buffer.byteLength(recordOf(columns));
    const room = Math.max(LEAST_ROOM, size);
    await widen(this.#file, columns, room);
    await this.#lines.close();
    this.#lines = await LineFile.open(this.#file, async () => {});
    this.#headerEnd = size - 2;
    this.#room = room;
  }

  #add(columns: readonly string[]): void {
    this.#columns.push(...columns);
    for (const column of columns) this.#known.add(column);
  }

  async #requireFile([first]: readonly string[]): Promise<void> {
    if ((await stat(this.#file)).isFile()) return;
    throw new ItemError(
      `Expected no more columns than ${this.#columns.join(", ")}, since ${this.#file} cannot be written anew: got ${show(first)}`,
    );
  }
}

/** In one write, which a kill does not cut in two. */
async function overwrite(file: string, bytes: Buffer, at: number): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.write(bytes, 0, bytes.byteLength, at);
  } finally {
    await handle.close();
  }
}

function requireSame(file: string, there: readonly string[], asked: readonly string[]): void {
  if (there.length === asked.length && there.every((name, at) => name === asked[at])) return;
  throw new RangeError(
    `Expected "columns" to be those of ${file}, ${there.join(", ")}: got ${asked.join(", ")}`,
  );
}
