import { hash } from "node:crypto";

import { secretHeaders } from "../../http/secret-headers.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { type CacheFile, cacheFiles } from "../../layers/disk-cache/disk-walk.ts";
import { readHead } from "../../layers/disk-cache/stored-entry.ts";
import { printable, printableJson } from "../printable.ts";
import { readableBytes, readableTime } from "../readable.ts";
import { print } from "../standard-output.ts";

/** An entry as it is listed. */
export interface ListedEntry {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Bytes of its file. */
  readonly bytes: number;
  readonly ageMs: number;
  /** When it is no longer fresh, in Unix milliseconds; null if never. */
  readonly freshUntil: number | null;
  /** The request headers that set it apart. */
  readonly variant: Readonly<Record<string, string>>;
}

/** Prints what a cache keeps, in the order of URLs. */
export async function listCache(dir: string, isJson: boolean): Promise<void> {
  const entries: ListedEntry[] = [];
  for await (const file of cacheFiles(dir)) {
    const entry = listed(file, Date.now());
    if (entry) entries.push(entry);
  }
  entries.sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : a.ageMs - b.ageMs));
  const line = isJson ? printableJson : lineOf;
  await print(entries.map((entry) => `${line(entry)}\n`).join(""));
}

/** An entry of a file, with nothing that opens doors; undefined if it holds none. */
export function listed(file: CacheFile, now: number): ListedEntry | undefined {
  const found = file.kind === "entry" ? readHead(file) : undefined;
  if (!found) return undefined;
  const { expiresAt, status, storedAt, vary } = found.entry;
  const [method = "", ...rest] = found.key.split(" ");
  return {
    method,
    url: redactUrl(rest.join(" ")),
    status,
    bytes: file.bytes,
    ageMs: Math.max(0, now - storedAt),
    freshUntil: expiresAt === Infinity ? null : expiresAt,
    variant: Object.fromEntries(
      Object.entries(vary).map(([name, value]) => [name, shown(name, value)]),
    ),
  };
}

const secret: ReadonlySet<string> = new Set(secretHeaders);
const digest = /^[\da-f]{64}$/;

/** Of a credential, even where whoever stored it has kept no digest, the start of a digest. */
function shown(name: string, value: string): string {
  if (digest.test(value)) return `#${value.slice(0, 8)}`;
  return secret.has(name) && value !== "" ? `#${hash("sha256", value).slice(0, 8)}` : value;
}

function lineOf({ ageMs, bytes, method, status, url, variant }: ListedEntry): string {
  const pairs = Object.entries(variant).map(([name, value]) => `${name}: ${value}`);
  const columns = [
    String(status),
    readableBytes(bytes).padStart(8),
    readableTime(ageMs).padStart(8),
    method,
    url,
  ];
  return printable(columns.join("  ") + (pairs.length === 0 ? "" : `  [${pairs.join(", ")}]`));
}
