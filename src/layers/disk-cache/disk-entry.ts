import { crc32 } from "node:zlib";

import type { CacheEntry } from "../cache/cache-store.ts";

// magic, checksum of all that follows it, length of the head; head as JSON; body.
const MAGIC = 0x70_67_64_01; // "pgd", version 1
const CHECKED_FROM = 8;
const HEAD_FROM = 12;

interface Head extends Omit<CacheEntry, "body" | "expiresAt"> {
  readonly key: string;
  /** JSON has no `Infinity`. */
  readonly expiresAt: number | null;
  /** Length of the body. */
  readonly length: number;
}

/** An entry as its file holds it: what comes before the body, and the body. */
export function encodeEntry(key: string, entry: CacheEntry): readonly [Buffer, Uint8Array] {
  const { body, ...rest } = entry;
  const json = JSON.stringify({ key, ...rest, length: body.byteLength } satisfies Head);
  const head = Buffer.allocUnsafe(HEAD_FROM + Buffer.byteLength(json));
  head.writeUInt32BE(MAGIC, 0);
  head.writeUInt32BE(head.byteLength - HEAD_FROM, CHECKED_FROM);
  head.write(json, HEAD_FROM);
  head.writeUInt32BE(crc32(body, crc32(head.subarray(CHECKED_FROM))), 4);
  return [head, body];
}

/** The entry a file holds; undefined unless that is whole, ours, and of this key. */
export function decodeEntry(key: string, file: Buffer): CacheEntry | undefined {
  if (file.byteLength < HEAD_FROM || file.readUInt32BE(0) !== MAGIC) return undefined;
  if (file.readUInt32BE(4) !== crc32(file.subarray(CHECKED_FROM))) return undefined;
  const bodyFrom = HEAD_FROM + file.readUInt32BE(CHECKED_FROM);
  const head = parseHead(file.toString("utf8", HEAD_FROM, bodyFrom));
  if (head?.key !== key || head.length !== file.byteLength - bodyFrom) return undefined;
  const { url, status, headers, vary, storedAt } = head;
  const body = new Uint8Array(file.buffer, file.byteOffset + bodyFrom, head.length);
  return { url, status, headers, body, vary, storedAt, expiresAt: head.expiresAt ?? Infinity };
}

function parseHead(json: string): Head | undefined {
  try {
    const head: unknown = JSON.parse(json);
    return isHead(head) ? head : undefined;
  } catch {
    return undefined; // right by its checksum, yet not written by us
  }
}

function isHead(head: unknown): head is Head {
  return typeof head === "object" && head !== null && "key" in head && "length" in head;
}
