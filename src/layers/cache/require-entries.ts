import { types } from "node:util";

import { isHeaderName } from "../../http/header-syntax.ts";
import { show } from "../../service/options.ts";
import type { CacheEntry } from "./cache-store.ts";

/** An entry as a store may give it that a user has written. */
type Alleged = { readonly [K in keyof CacheEntry]?: unknown } | null | undefined;

/** Entries of which all was looked at: a store may give one by identity each time. */
const known = new WeakSet<object>();

/** The most milliseconds that a date can be from 1970. */
const LATEST_MS = 8.64e15;

/** Throws unless a store, which the user may have written, found what can be read on. */
export function requireEntries(found: readonly CacheEntry[]): void {
  if (!Array.isArray(found)) throw noList(found);
  for (const entry of found) if (!isEntry(entry)) throw noList(found);
}

function noList(found: unknown): TypeError {
  return new TypeError(`Expected "store.get" to find a list of entries: got ${show(found)}`);
}

function isEntry(entry: Alleged): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  if (known.has(entry)) return isThere(entry.body);
  const isWhole = isHead(entry) && isVary(entry.vary) && areTimes(entry) && isThere(entry.body);
  if (isWhole) known.add(entry);
  return isWhole;
}

function isHead({ url, status, headers }: NonNullable<Alleged>): boolean {
  if (typeof url !== "string" || typeof status !== "number") return false;
  if (!Number.isInteger(status) || status < 200 || status > 999) return false;
  return Array.isArray(headers) && Array.from(headers).every(isField);
}

/** Whether this is a header that ends where it says: no line break makes another one of it. */
function isField(field: unknown): boolean {
  if (!Array.isArray(field) || field.length !== 2) return false;
  const [name, value]: readonly unknown[] = field;
  if (typeof name !== "string" || typeof value !== "string") return false;
  return isHeaderName(name) && !/[\r\n\0]/.test(value);
}

function isVary(vary: unknown): boolean {
  if (typeof vary !== "object" || vary === null || Array.isArray(vary)) return false;
  return Object.values(vary).every((value) => typeof value === "string");
}

function areTimes({ storedAt, expiresAt }: NonNullable<Alleged>): boolean {
  if (typeof storedAt !== "number" || typeof expiresAt !== "number") return false;
  return Math.abs(storedAt) <= LATEST_MS && !Number.isNaN(expiresAt);
}

/** Whether these are bytes, and still here: what was sent to another thread is not. */
function isThere(body: unknown): boolean {
  if (!types.isUint8Array(body)) return false;
  return body.byteLength > 0 || !isDetached(body);
}

function isDetached({ buffer }: Uint8Array): boolean {
  try {
    return new Uint8Array(buffer).byteLength < 0;
  } catch {
    return true;
  }
}
