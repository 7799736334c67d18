import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { counted, readableBytes, readableCount, readableTime } from "../../src/cli/readable.ts";

describe("readableCount", () => {
  it("sets thousands apart", () => {
    expect(readableCount(1_234_567)).toBe("1,234,567");
  });
});

describe("counted", () => {
  it("knows one from several", () => {
    expect([0, 1, 2].map((count) => counted(count, "page"))).toEqual([
      "0 pages",
      "1 page",
      "2 pages",
    ]);
  });
});

describe("readableBytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.00 kB"],
    [12_345, "12.3 kB"],
    [999_999, "1.00 MB"],
    [1_234_567, "1.23 MB"],
    [5e15, "5000 TB"],
  ])("shows %d", (bytes, text) => {
    expect(readableBytes(bytes)).toBe(text);
  });

  it("is never longer than seven characters, up to the terabytes", () => {
    fc.assert(
      fc.property(fc.nat({ max: 999e12 }), (bytes) => {
        expect(readableBytes(bytes).length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe("readableTime", () => {
  it.each([
    [0, "0 ms"],
    [850.4, "850 ms"],
    [12_340, "12.3 s"],
    [59_999, "1:00"],
    [187_000, "3:07"],
    [3_723_000, "1:02:03"],
  ])("shows %d ms", (ms, text) => {
    expect(readableTime(ms)).toBe(text);
  });
});
