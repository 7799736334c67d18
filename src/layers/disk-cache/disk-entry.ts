import { crc32 } from "node:zlib";

import type { CacheEntry } from "../cache/cache-store.ts";
import { VERSION } from "./disk-names.ts";

// Magic, checksum of all that follows it, lengths of head and body; head as JSON; body.
const MAGIC = magicOf(VERSION);
const CHECKED_FROM = 8;
const BODY_LENGTH_AT = 12;
const BODY_LENGTH_BYTES = 6;
const HEAD_FROM = BODY_LENGTH_AT + BODY_LENGTH_BYTES;

/** All of an entry but its headers and body. */
type Fields = Omit<CacheEntry, "headers" | "body" | "storedAt" | "expiresAt"> & {
  readonly storedAt: Instant;
  readonly expiresAt: Instant;
};
/** An instant; as text where it is a number that JSON has not. */
type Instant = number | string;
/** The headers are names and values in turn: so they are read twice as fast. */
type Head = readonly [key: string, fields: Fields, headers: readonly unknown[]];

/** An entry with the key it is kept under. */
export interface KeyedEntry {
  readonly key: string;
  readonly entry: CacheEntry;
}

/** An entry as its file holds it: what comes before the body, and the body. */
export function encodeEntry(key: string, entry: CacheEntry): readonly [Buffer, Uint8Array] {
  const { body, expiresAt, headers, storedAt, ...rest } = entry;
  const fields: Fields = {
    ...rest,
    storedAt: toInstant(storedAt),
    expiresAt: toInstant(expiresAt),
  };
  const json = JSON.stringify([key, fields, headers.flat()]);
  const head = Buffer.allocUnsafe(HEAD_FROM + Buffer.byteLength(json));
  head.writeUInt32BE(MAGIC, 0);
  head.writeUInt32BE(head.byteLength - HEAD_FROM, CHECKED_FROM);
  head.writeUIntBE(body.byteLength, BODY_LENGTH_AT, BODY_LENGTH_BYTES);
  head.write(json, HEAD_FROM);
  head.writeUInt32BE(crc32(body, crc32(head.subarray(CHECKED_FROM))), 4);
  return [head, body];
}

/** The four bytes that a file of a version of the format begins with: "pgd" and the version. */
export function magicOf(version: number): number {
  return 0x70_67_64_00 + version;
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
  const length = file.byteLength - bodyFrom;
  return decodeHead(file, new Uint8Array(file.buffer, file.byteOffset + bodyFrom, length));
}

/** The entry that begins so, with this for its body: nothing is checked but that it makes sense. */
export function decodeHead(start: Buffer, body: Uint8Array): KeyedEntry | undefined {
  const head = parse(start.toString("utf8", HEAD_FROM, bodyStart(start)));
  if (!isHead(head)) return undefined;
  const [key, fields, flat] = head;
  const headers = pairsOf(flat);
  if (!headers) return undefined;
  const { status, url, vary } = fields;
  const storedAt = Number(fields.storedAt);
  const expiresAt = Number(fields.expiresAt);
  return { key, entry: { url, status, headers, body, vary, storedAt, expiresAt } };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // right by its checksum, yet not written by us
  }
}

function isHead(head: unknown): head is Head {
  if (!Array.isArray(head) || typeof head[0] !== "string" || !Array.isArray(head[2])) return false;
  const fields: Partial<Fields> | null | undefined = head[1];
  if (typeof fields?.url !== "string" || typeof fields.status !== "number") return false;
  return isInstant(fields.storedAt) && isInstant(fields.expiresAt) && isVary(fields.vary);
}

function toInstant(time: number): Instant {
  return Number.isFinite(time) ? time : String(time);
}

function isInstant(time: unknown): boolean {
  return typeof time === "number" || time === "Infinity" || time === "-Infinity" || time === "NaN";
}

function isVary(vary: object | null | undefined): boolean {
  return typeof vary === "object" && vary !== null && Object.values(vary).every(isString);
}

function pairsOf(flat: readonly unknown[]): CacheEntry["headers"] | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at];
    const value = flat[at + 1];
    if (typeof name !== "string" || typeof value !== "string") return undefined;
    pairs.push([name, value]);
  }
  return pairs;
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}
