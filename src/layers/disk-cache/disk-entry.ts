import { crc32 } from "node:zlib";

import type { CacheEntry } from "../cache/cache-store.ts";

// Magic, checksum of all that follows it, lengths of head and body; head as JSON; body.
const MAGIC = 0x70_67_64_01; // "pgd", version 1
const CHECKED_FROM = 8;
const BODY_LENGTH_AT = 12;
const BODY_LENGTH_BYTES = 6;
const HEAD_FROM = BODY_LENGTH_AT + BODY_LENGTH_BYTES;

/** All of an entry but its body. JSON has no `Infinity`. */
type Fields = Omit<CacheEntry, "body" | "expiresAt"> & { readonly expiresAt: number | null };

/** An entry with the key it is kept under. */
export interface KeyedEntry {
  readonly key: string;
  readonly entry: CacheEntry;
}

/** An entry as its file holds it: what comes before the body, and the body. */
export function encodeEntry(key: string, entry: CacheEntry): readonly [Buffer, Uint8Array] {
  const { body, ...fields } = entry;
  const json = JSON.stringify([key, fields]);
  const head = Buffer.allocUnsafe(HEAD_FROM + Buffer.byteLength(json));
  head.writeUInt32BE(MAGIC, 0);
  head.writeUInt32BE(head.byteLength - HEAD_FROM, CHECKED_FROM);
  head.writeUIntBE(body.byteLength, BODY_LENGTH_AT, BODY_LENGTH_BYTES);
  head.write(json, HEAD_FROM);
  head.writeUInt32BE(crc32(body, crc32(head.subarray(CHECKED_FROM))), 4);
  return [head, body];
}

/** Where the body begins in a file that begins so; undefined if none of ours does. */
export function bodyStart(start: Buffer): number | undefined {
  if (start.byteLength < HEAD_FROM || start.readUInt32BE(0) !== MAGIC) return undefined;
  return HEAD_FROM + start.readUInt32BE(CHECKED_FROM);
}

/** How long a file is that begins so; undefined if none of ours does. */
export function fileLength(start: Buffer): number | undefined {
  const bodyFrom = bodyStart(start);
  return bodyFrom === undefined
    ? undefined
    : bodyFrom + start.readUIntBE(BODY_LENGTH_AT, BODY_LENGTH_BYTES);
}

/** The entry a file holds; undefined unless that is whole and ours. */
export function decodeEntry(file: Buffer): KeyedEntry | undefined {
  const bodyFrom = bodyStart(file);
  if (bodyFrom === undefined || fileLength(file) !== file.byteLength) return undefined;
  if (file.readUInt32BE(4) !== crc32(file.subarray(CHECKED_FROM))) return undefined;
  return decodeHead(
    file,
    new Uint8Array(file.buffer, file.byteOffset + bodyFrom, file.byteLength - bodyFrom),
  );
}

/** The entry that begins so, with this for its body: nothing is checked but that it makes sense. */
export function decodeHead(start: Buffer, body: Uint8Array): KeyedEntry | undefined {
  const bodyFrom = bodyStart(start);
  const head = parse(start.toString("utf8", HEAD_FROM, bodyFrom));
  if (bodyFrom === undefined || !isHead(head)) return undefined;
  const [key, fields] = head;
  return { key, entry: Object.assign(fields, { body, expiresAt: fields.expiresAt ?? Infinity }) };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // right by its checksum, yet not written by us
  }
}

function isHead(head: unknown): head is readonly [key: string, fields: Fields] {
  return Array.isArray(head) && typeof head[0] === "string" && isFields(head[1]);
}

function isFields(fields: Partial<Fields> | null | undefined): boolean {
  if (typeof fields?.url !== "string" || !isObject(fields.vary)) return false;
  const { expiresAt = Number.NaN, headers, status, storedAt, vary } = fields;
  return (
    [status, storedAt, expiresAt ?? 0].every(Number.isFinite) &&
    Array.isArray(headers) &&
    headers.every(isPair) &&
    Object.values(vary).every(isString)
  );
}

function isPair(pair: unknown): boolean {
  return Array.isArray(pair) && pair.length === 2 && pair.every(isString);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
