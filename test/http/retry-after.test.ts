import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { retryAfterMs } from "../../src/http/retry-after.ts";

const now = Date.UTC(2026, 10, 30, 12);

describe("retryAfterMs", () => {
  it.each([
    ["0", 0],
    ["007", 7000],
    ["\t90 ", 90_000],
    ["Mon, 30 Nov 2026 12:01:30 GMT", 90_000],
    ["Monday, 30-Nov-26 12:01:30 GMT", 90_000],
    [" Mon Nov 30 12:01:30 2026", 90_000],
    ["Mon, 30 Nov 2026 11:59:59 GMT", 0],
    ["Thursday, 01-Jan-70 00:00:00 GMT", 0],
  ])("reads %j", (value, wait) => expect(retryAfterMs(value, now)).toBe(wait));

  it.each([
    "",
    " ",
    "soon",
    "1.5",
    "-1",
    "+1",
    "1e3",
    "0x10",
    "1 0",
    "10s",
    "١",
    "NaN",
    "Infinity",
    "10, 20",
    "2026-11-30T12:01:30Z",
    "30 Nov 2026 12:01:30 GMT",
    "Mon, 30 Nov 2026 12:01:30",
    "Tue, 30 Nov 2026 12:01:30 GMT",
  ])("leaves %j to the caller's backoff", (value) => {
    expect(retryAfterMs(value, now)).toBeUndefined();
  });

  it("caps any wait", () => {
    expect(retryAfterMs("61", now, 60_000)).toBe(60_000);
    expect(retryAfterMs("Fri, 31 Dec 9999 23:59:59 GMT", now, 60_000)).toBe(60_000);
    expect(retryAfterMs("1", now, 0)).toBe(0);
  });

  it("has no cap by default, but stays finite", () => {
    expect(retryAfterMs("9999999999", now)).toBe(9_999_999_999_000);
    expect(retryAfterMs("9".repeat(400), now)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([-1, Number.NaN])("refuses the cap %d", (maxMs) => {
    expect(() => retryAfterMs("1", now, maxMs)).toThrow(RangeError);
  });

  it("ends a wait for a date at that date", () =>
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(999), (seconds, ms) => {
        const date = new Date(now + seconds * 1000);
        const wait = Math.max(0, date.getTime() - now - ms);
        expect(retryAfterMs(date.toUTCString(), now + ms)).toBe(wait);
      }),
    ));

  it("is undefined or within its bounds for any text", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("0123456789 .-+e")) }),
        fc.nat(),
        (value, max) => {
          const wait = retryAfterMs(value, now, max) ?? 0;
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(max);
        },
      ),
    ));
});
