import { DiskIndex } from "../../layers/disk-cache/disk-index.ts";
import { type CacheFile, cacheFiles } from "../../layers/disk-cache/disk-walk.ts";
import { printable, printableJson } from "../printable.ts";
import { counted, readableBytes, readableCount, readableTime } from "../readable.ts";
import { print } from "../standard-output.ts";
import { listed } from "./list-cache.ts";

interface CacheFigures {
  readonly entries: number;
  readonly bytes: number;
  /** The limits of whoever stored last; null if there are none, or nobody has. */
  readonly maxEntries: number | null;
  readonly maxBytes: number | null;
  /** The entries written first and last. */
  readonly oldest: Dated | null;
  readonly newest: Dated | null;
  /** Files that are under way, or that a process did not finish. */
  readonly temporary: number;
}

interface Dated {
  readonly url: string;
  readonly ageMs: number;
}

/** Prints how much a cache keeps. */
export async function printFigures(dir: string, isJson: boolean): Promise<void> {
  const figures = await figuresOf(dir);
  await print(isJson ? `${printableJson(figures)}\n` : textOf(figures));
}

async function figuresOf(dir: string): Promise<CacheFigures> {
  const { limits } = DiskIndex.of(dir);
  const files: CacheFile[] = [];
  for await (const file of cacheFiles(dir)) files.push(file);
  const entries = files.filter(({ kind }) => kind === "entry");
  entries.sort((a, b) => a.writtenAt - b.writtenAt);
  return {
    entries: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    maxEntries: finite(limits?.maxEntries),
    maxBytes: finite(limits?.maxBytes),
    oldest: dated(entries[0]),
    newest: dated(entries.at(-1)),
    temporary: files.filter(({ kind }) => kind === "temporary").length,
  };
}

function dated(file: CacheFile | undefined): Dated | null {
  if (!file) return null;
  const now = Date.now();
  return { url: listed(file, now)?.url ?? "", ageMs: Math.max(0, now - file.writtenAt) };
}

function finite(limit = Infinity): number | null {
  return limit === Infinity ? null : limit;
}

function textOf({
  bytes,
  entries,
  maxBytes,
  maxEntries,
  newest,
  oldest,
  temporary,
}: CacheFigures): string {
  const lines = [
    `entries ${of(readableCount, entries, maxEntries)}`,
    `size    ${of(readableBytes, bytes, maxBytes)}`,
    ...(oldest ? [`oldest  ${ago(oldest)}`] : []),
    ...(newest ? [`newest  ${ago(newest)}`] : []),
    ...(temporary > 0 ? [`${counted(temporary, "file")} not finished`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

function of(readable: (value: number) => string, value: number, limit: number | null): string {
  return limit === null ? readable(value) : `${readable(value)} of ${readable(limit)}`;
}

function ago({ ageMs, url }: Dated): string {
  return `${readableTime(ageMs)} ago  ${url}`;
}
