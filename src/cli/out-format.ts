import { guarded, recordOf, textOf } from "../engine/items/csv/csv-cell.ts";
import { csv } from "../engine/items/csv/csv.ts";
import { jsonLines, lineOf } from "../engine/items/json-lines.ts";
import type { Sink } from "../engine/items/sink.ts";
import { type PageItem, pageColumns } from "./page-item.ts";

/** How pages can be written. */
export type FormatName = "jsonl" | "csv";

/** How pages are written, to a file or line by line. */
export interface OutFormat {
  readonly toFile: (file: string) => Sink<PageItem>;
  /** What comes before all lines. */
  readonly head: string;
  readonly lineOf: (item: PageItem) => string;
}

const formats: Readonly<Record<FormatName, OutFormat>> = {
  jsonl: { toFile: (file) => jsonLines(file), head: "", lineOf },
  csv: {
    toFile: (file) => csv(file, { columns: pageColumns }),
    head: recordOf(pageColumns),
    lineOf: (item) => recordOf(pageColumns.map((name) => textOf(item[name], guarded))),
  },
};

/** The format that was asked for, else that of the file's name. */
export function formatFor(out: string | undefined, asked: FormatName | undefined): OutFormat {
  return formats[formatName(out, asked)];
}

/** Its name. */
export function formatName(out: string | undefined, asked: FormatName | undefined): FormatName {
  return asked ?? (out?.toLowerCase().endsWith(".csv") === true ? "csv" : "jsonl");
}
