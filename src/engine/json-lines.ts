import { type FileHandle, open } from "node:fs/promises";

import { show } from "../service/options.ts";
import { ItemError, type Sink } from "./sink.ts";

/** Options of {@link jsonLines}. */
export interface JsonLinesOptions {
  /** Whether to write on after what is there. @defaultValue `false`: the file is begun anew */
  readonly append?: boolean;
}

/**
 * Writes items to a file, one JSON text a line (RFC 8259), in UTF-8.
 *
 * Each write is whole lines, so that whatever ends the process, every line but a last one parses.
 * With `append`, a last line that a crash cut off is removed first.
 * An item that JSON cannot hold is an {@link ItemError}.
 *
 * @example
 * ```ts
 * await crawl({ start: "https://example.com", parse, sinks: [jsonLines("pages.jsonl")] }).done();
 * ```
 */
export function jsonLines<Item>(file: string, options: JsonLinesOptions = {}): Sink<Item> {
  const flags = options.append === true ? "a+" : "w";
  let handle: FileHandle | undefined;
  let size = 0;
  return {
    async open() {
      handle = await open(file, flags);
      if (options.append === true) await mendLastLine(handle);
      ({ size } = await handle.stat());
    },
    async write(item) {
      const line = Buffer.from(lineOf(item));
      try {
        await handle?.appendFile(line);
        size += line.byteLength;
      } catch (error) {
        await handle?.truncate(size); // a full disk takes half a line
        throw error;
      }
    },
    async close() {
      await handle?.close();
      handle = undefined;
    },
  };
}

/** Some readers take these for the end of a line. JSON may hold them escaped. */
const SEPARATORS = /[\u2028\u2029]/g;

/** An item as a line of JSON Lines, or an {@link ItemError}. */
export function lineOf(item: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(item);
  } catch (error) {
    throw new ItemError(`Expected an item that JSON can hold: ${String(error)}`, { cause: error });
  }
  if (text === undefined)
    throw new ItemError(`Expected an item that JSON can hold: got ${show(item)}`);
  return `${text.replace(SEPARATORS, (c) => (c === "\u2028" ? "\\u2028" : "\\u2029"))}\n`;
}

/** Ends the last line if it is whole, else cuts it off. */
async function mendLastLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const rest = await lastLine(handle, size);
  if (rest.byteLength === 0) return;
  if (isJson(rest.toString("utf8"))) await handle.appendFile("\n");
  else await handle.truncate(size - rest.byteLength);
}

/** What stands after the last line feed. */
async function lastLine(handle: FileHandle, size: number): Promise<Buffer> {
  const BLOCK = 65_536;
  let rest = Buffer.alloc(0);
  for (let end = size; end > 0; end -= BLOCK) {
    const start = Math.max(0, end - BLOCK);
    const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    const feed = buffer.lastIndexOf("\n");
    rest = Buffer.concat([buffer.subarray(feed + 1), rest]);
    if (feed !== -1) break;
  }
  return rest;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
