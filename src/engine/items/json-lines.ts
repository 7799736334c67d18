import { normalize } from "node:path";

import { requireBoolean, requireOptions } from "../../service/options.ts";
import { itemJson } from "./item-json.ts";
import { mendLastLine } from "./last-line.ts";
import { LineFile, requireFile } from "./line-file.ts";
import type { ResumableSink } from "./sink.ts";

/** Options of {@link jsonLines}. */
export interface JsonLinesOptions {
  /** Whether to write on after what is there. @defaultValue `false`: the file is begun anew */
  readonly append?: boolean;
}

/**
 * Writes items to a file, one JSON text a line (RFC 8259), in UTF-8.
 *
 * A line is what `JSON.stringify` makes of an item: `NaN` becomes `null`, what is undefined is left
 * out. An item that it cannot write, such as a BigInt or a circle, is an {@link ItemError}.
 * Each write is whole lines, so that whatever ends the process, every line but a last one parses.
 * A write that fails, as on a full disk, leaves no part of its line.
 * With `append`, a last line that a crash cut off is removed first.
 * With a frontier that outlives its process, the next run writes on in the file, known by `file` as it was
 * given, and each item is in it once. A file that is not as it was left is refused by a
 * {@link FileChangedError}.
 *
 * @example
 * ```ts
 * await crawl({ start: "https://example.com", parse, sinks: [jsonLines("pages.jsonl")] }).done();
 * ```
 */
export function jsonLines<Item>(file: string, options: JsonLinesOptions = {}): ResumableSink<Item> {
  requireOptions("jsonLines", options, { append: true });
  const { append = false } = options;
  requireFile(file);
  requireBoolean("append", append);
  let opened: LineFile | undefined;
  const begin = (): Promise<LineFile> => LineFile.open(file, append ? mendLastLine : undefined);
  const lines = (): LineFile => {
    if (opened) return opened;
    throw new Error(`Expected ${file} to be open: write() came before open()`);
  };
  return {
    name: `jsonLines ${normalize(file)}`,
    async open() {
      opened = await begin();
    },
    async resume(position) {
      opened = await (position === undefined ? begin() : LineFile.resume(file, position));
    },
    async write(item) {
      await lines().write(lineOf(item));
    },
    sync: () => lines().sync(),
    async close() {
      await opened?.close();
      opened = undefined;
    },
  };
}

/** Some readers take these for the end of a line. JSON may hold them escaped. */
const SEPARATORS = /[\u2028\u2029]/g;

/** An item as a line of JSON, its line feed at the end. What JSON cannot hold is an {@link ItemError}. */
export function lineOf(item: unknown): string {
  return `${itemJson(item).replace(SEPARATORS, (c) => (c === "\u2028" ? "\\u2028" : "\\u2029"))}\n`;
}
