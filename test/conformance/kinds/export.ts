import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

import { csv, type CsvOptions, ItemError, jsonLines, type Sink } from "pagoda/engine";

import { csvRecords } from "../../support/csv-records.ts";
import { differs, firstOf, playerOf, type Player } from "../case.ts";

interface ExportCase {
  readonly input: {
    readonly row?: object;
    /** A row that JSON cannot hold, as an expression. */
    readonly row_js?: string;
    readonly rows?: readonly object[];
    readonly options?: CsvOptions;
    readonly existing?: string;
    readonly append?: readonly object[];
  };
}

interface CsvCase extends ExportCase {
  readonly expect: {
    /** What the first cell may look like in the file. */
    readonly cell_raw_any?: readonly string[];
    /** The first cell, or all rows where several are written. */
    readonly parsed?: string | readonly (readonly string[])[];
    readonly parsed_row?: readonly string[];
    readonly record_count?: number;
    readonly file?: string;
  };
}

interface JsonLinesCase extends ExportCase {
  readonly expect: {
    readonly every_line_parses?: boolean;
    /** The values of the first member of each line. */
    readonly values?: readonly unknown[];
    readonly physical_lines?: number;
    readonly round_trip?: boolean;
    readonly item_error?: boolean;
    readonly later_items_written?: boolean;
  };
}

const inCsv: Player = playerOf<CsvCase>(async ({ input, expect }) => {
  const append = input.append !== undefined;
  const sink = (file: string): Sink<unknown> => csv(file, { ...input.options, append });
  const { text } = await written(sink, rowsOf(input), input.existing);
  const [header = [], ...rows] = csvRecords(text);
  const [row = []] = rows;
  const parsed = typeof expect.parsed === "string" ? row[0] : [header, ...rows];
  const raw = text.slice(text.indexOf("\r\n") + 2, -2);
  return firstOf(
    differs("cell", expect.cell_raw_any?.includes(raw) ?? true, true),
    differs("parsed", parsed, expect.parsed ?? parsed),
    differs("row", row, expect.parsed_row ?? row),
    differs("records", rows.length, expect.record_count ?? rows.length),
    differs("file", text, expect.file ?? text),
  );
});

/** A row that follows those of a case of JSON Lines. */
const later = { later: true };

const inJsonLines: Player = playerOf<JsonLinesCase>(async ({ input, expect }) => {
  const append = input.append !== undefined;
  const sink = (file: string): Sink<unknown> => jsonLines(file, { append });
  const { text, refused } = await written(sink, [...rowsOf(input), later], input.existing);
  const values = text
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
  const last = values.pop();
  const members = values.map((value) => Object.values(Object(value))[0]);
  return firstOf(
    differs("later items", last, later),
    differs("values", members, expect.values ?? members),
    differs("lines", values.length, expect.physical_lines ?? values.length),
    differs("row", values[0], expect.round_trip === true ? input.row : values[0]),
    differs("item error", refused > 0, expect.item_error ?? refused > 0),
  );
});

/** Players of the kinds `export.*`. */
export const exportPlayers: Readonly<Record<string, Player>> = {
  "export.csv": inCsv,
  "export.jsonl": inJsonLines,
};

function rowsOf({
  row,
  row_js: expression,
  rows,
  append,
}: ExportCase["input"]): readonly unknown[] {
  if (expression !== undefined) return [runInNewContext(expression)];
  return row ? [row] : (rows ?? append ?? []);
}

interface Written {
  readonly text: string;
  /** How many rows the sink refused as items. */
  readonly refused: number;
}

async function written(
  sinkOf: (file: string) => Sink<unknown>,
  rows: readonly unknown[],
  existing?: string,
): Promise<Written> {
  const folder = await mkdtemp(join(tmpdir(), "pagoda-export-"));
  const file = join(folder, "items");
  try {
    if (existing !== undefined) await writeFile(file, existing);
    const sink = sinkOf(file);
    await sink.open?.();
    let refused = 0;
    for (const row of rows) if (!(await isTaken(sink, row))) refused++;
    await sink.close?.();
    return { text: await readFile(file, "utf8"), refused };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function isTaken(sink: Sink<unknown>, row: unknown): Promise<boolean> {
  try {
    await sink.write(row);
    return true;
  } catch (error) {
    if (error instanceof ItemError) return false;
    throw error;
  }
}
