import type { CacheEntry } from "../../layers/cache/cache-store.ts";

/** An entry with bytes and lists of its own. */
export function copyOf({ headers, body, vary, ...rest }: CacheEntry): CacheEntry {
  return {
    ...rest,
    headers: headers.map(([name, value]) => [name, value]),
    body: Uint8Array.from(body),
    vary: { ...vary },
  };
}

/** The same entry, its body a part of a larger buffer, as it may be that comes from a network. */
export function asReceived(entry: CacheEntry): CacheEntry {
  const { length } = entry.body;
  const whole = new Uint8Array(length + 2 * MARGIN).fill(7);
  whole.set(entry.body, MARGIN);
  return { ...copyOf(entry), body: whole.subarray(MARGIN, MARGIN + length) };
}

const MARGIN = 5;

/** Whether two entries say the same, to the byte. */
export function isSame(a: CacheEntry, b: CacheEntry): boolean {
  return headOf(a) === headOf(b) && Buffer.compare(a.body, b.body) === 0;
}

/** All but the body, as text. `Infinity` is not JSON. */
function headOf({ url, status, headers, vary, storedAt, expiresAt }: CacheEntry): string {
  const named = Object.entries(vary).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([url, status, headers, named, String(storedAt), String(expiresAt)]);
}
