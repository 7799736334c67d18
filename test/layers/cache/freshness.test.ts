import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { CacheEntry } from "../../../src/layers/cache/cache-store.ts";
import { freshnessOf } from "../../../src/layers/cache/freshness.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const DAY = 24 * 60 * 60;

describe("freshnessOf", () => {
  it("agrees with the sums of RFC 9111, section 4.2", () => {
    const seconds = fc.integer({ min: 0, max: 100 * DAY });
    const lifetimes = fc.oneof(
      seconds.map((s) => ({ headers: { "Cache-Control": `max-age=${s}` }, lifetimeMs: s * 1000 })),
      fc.integer({ min: -1000, max: 1000 }).map((s) => ({
        headers: { Expires: dateOf(NOW + s * 1000) },
        lifetimeMs: Math.max(0, s) * 1000,
      })),
      seconds.map((s) => ({
        headers: { "Last-Modified": dateOf(NOW - s * 1000) },
        lifetimeMs: Math.min(s * 100, DAY * 1000),
      })),
    );
    const skews = fc.integer({ min: -5000, max: 5000 });
    const times = fc.record({ skew: skews, age: seconds, delay: fc.nat(100), later: seconds });
    fc.assert(
      fc.property(lifetimes, times, ({ headers, lifetimeMs }, { skew, age, delay, later }) => {
        const askedAt = NOW + skew * 1000;
        const receivedAt = askedAt + delay * 1000;
        const now = receivedAt + later * 1000;
        const apparentAgeMs = Math.max(0, receivedAt - NOW);
        const correctedAgeMs = age * 1000 + (receivedAt - askedAt);
        const all = { Date: dateOf(NOW), Age: `${age}`, ...headers };
        expect(freshnessOf(entryOf(all, { storedAt: askedAt }), now)).toMatchObject({
          ageMs: Math.max(apparentAgeMs, correctedAgeMs) + (now - receivedAt),
          lifetimeMs,
        });
      }),
    );
  });

  it.each([
    ["Thu, 01 Jan 2026 03:04:05 GMT", 0],
    ["sat, 03 JAN 2026 03:04:05 gmt", DAY],
    ["Mon, 03 Jan 2026 03:04:05 GMT", DAY],
    ["Saturday, 03-Jan-26 03:04:05 GMT", DAY],
    ["Sat Jan  3 03:04:05 2026", DAY],
    ["0", 0],
    ["-1", 0],
    ["Sat, 03 Jan 2026 03:04:05 UTC", 0],
    ["Sat 03 Jan 2026 03:04:05 GMT", 0],
  ])("is fresh until Expires %j for %d s", (expires, seconds) => {
    expect(lifetime({ Expires: expires })).toBe(seconds * 1000);
  });

  it("takes two Expires for none, and max-age before both", () => {
    const twice = [dateOf(NOW + 5000), dateOf(NOW + 5000)];
    expect(lifetime({ Expires: twice })).toBe(0);
    expect(lifetime({ Expires: twice, "Cache-Control": "max-age=7, s-maxage=9" })).toBe(7000);
  });

  it("guesses for statuses that allow it, and where the server says public", () => {
    const headers = { "Last-Modified": dateOf(NOW - 100_000) };
    expect(lifetime(headers, 404)).toBe(10_000);
    const priv = { ...headers, "Cache-Control": "private" };
    expect(lifetime(priv, 403)).toBe(0);
    expect(lifetime({ ...headers, "Cache-Control": "public" }, 403)).toBe(10_000);
  });

  it.each([
    ["7", 7],
    ["7, 0", 7],
    ["0, 7", 0],
    ["7;a=b", 7],
    ["7.5", 0],
    ["-7", 0],
    ["x", 0],
    ["9".repeat(30), 2 ** 31],
    ["9".repeat(400), 2 ** 31],
    [["7", "9"], 7],
  ])("takes an Age of %j for %d s", (age, seconds) => {
    expect(freshnessOf(entryOf({ Age: age }), NOW)?.ageMs).toBe(seconds * 1000);
  });

  it("does not trust what seems to be of the future", () => {
    expect(freshnessOf(entryOf({}, { storedAt: NOW + 1 }), NOW)?.ageMs).toBe(Infinity);
  });

  it("knows what its server forbids and allows", () => {
    const control =
      "no-cache, must-revalidate, immutable, stale-while-revalidate=1, stale-if-error=2";
    expect(freshnessOf(entryOf({ "Cache-Control": control }), NOW)).toMatchObject({
      mustAsk: true,
      mustRevalidate: true,
      isImmutable: true,
      staleWhileRevalidateMs: 1000,
      staleIfErrorMs: 2000,
    });
    expect(freshnessOf(entryOf({ "Cache-Control": 'no-cache="a"' }), NOW)?.mustAsk).toBe(false);
    expect(freshnessOf(entryOf({ "Cache-Control": 'no-cache="a' }), NOW)?.mustAsk).toBe(true);
    expect(freshnessOf(entryOf({ "Cache-Control": "no-store" }), NOW)).toBeUndefined();
  });

  it("guesses nothing where a max-age cannot be read", () => {
    const headers = { "Last-Modified": dateOf(NOW - 100_000), "Cache-Control": "max-age =60" };
    expect(lifetime(headers)).toBe(0);
  });
});

function lifetime(
  headers: Readonly<Record<string, string | readonly string[]>>,
  status = 200,
): number | undefined {
  return freshnessOf(entryOf({ Date: dateOf(NOW), ...headers }, { status }), NOW)?.lifetimeMs;
}

function entryOf(
  headers: Readonly<Record<string, string | readonly string[]>>,
  more: Partial<CacheEntry> = {},
): CacheEntry {
  return {
    url: "http://a.test/",
    status: 200,
    headers: Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value] as const),
    ),
    body: new Uint8Array(),
    vary: {},
    storedAt: NOW,
    expiresAt: NOW,
    ...more,
  };
}

function dateOf(instant: number): string {
  return new Date(instant).toUTCString();
}
