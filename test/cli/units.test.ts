import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  duration,
  durationText,
  positiveDuration,
  positiveSize,
  share,
  size,
  sizeText,
  whole,
} from "../../src/cli/units.ts";

const numbers = fc.nat({ max: 1_000_000 });

describe("duration", () => {
  it.each([
    ["ms", 1],
    ["s", 1000],
    ["m", 60_000],
    ["h", 3_600_000],
  ])("reads %s, whole and in tenths", (unit, ms) => {
    fc.assert(
      fc.property(numbers, (n) => {
        expect(duration(`${n}${unit}`)).toBe(n * ms);
        expect(duration(`${n}.5${unit}`)).toBe((n + 0.5) * ms);
      }),
    );
  });

  it("reads a bare number as milliseconds", () => {
    expect(duration("250")).toBe(250);
  });

  it.each(["", "s", "soon", "-1s", "1d", "1 s s", "1e3", "Infinity", "0x10", "9".repeat(400)])(
    "refuses %j",
    (text) => {
      expect(() => duration(text)).toThrow("Expected a duration such as 200ms, 5s, 2m or 1h");
    },
  );
});

describe("positiveDuration", () => {
  it("refuses 0", () => {
    expect(positiveDuration("1ms")).toBe(1);
    expect(() => positiveDuration("0s")).toThrow("above 0");
  });
});

describe("size", () => {
  it.each([
    ["10", 10],
    ["10B", 10],
    ["1.5kB", 1500],
    ["10MB", 10_000_000],
    ["10mb", 10_000_000],
    ["2 GB", 2_000_000_000],
    ["1KiB", 1024],
    ["10MiB", 10_485_760],
    ["1GiB", 1_073_741_824],
  ])("reads %s", (text, bytes) => {
    expect(size(text)).toBe(bytes);
  });

  it.each(["", "MB", "10XB", "-1"])("refuses %j", (text) => {
    expect(() => size(text)).toThrow("Expected a size such as 500kB, 10MB or 10MiB");
  });
});

describe("share", () => {
  it.each([
    ["80%", 0.8],
    ["12.5 %", 0.125],
    ["150%", 1.5],
  ])("reads %s", (text, fraction) => {
    expect(share(text)).toBe(fraction);
  });

  it.each(["", "80", "0.8", "0%", "-1%", "%", "80%%"])("refuses %j", (text) => {
    expect(() => share(text)).toThrow("a share above 0 with its %, such as 80%");
  });
});

describe("whole", () => {
  it("reads whole numbers from its least up", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (min, more) => {
        expect(whole(min)(String(min + more))).toBe(min + more);
      }),
    );
  });

  it("refuses what is less", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1 }), (min, less) => {
        expect(() => whole(min)(String(min - less))).toThrow(`Expected a whole number >= ${min}`);
      }),
    );
  });

  it.each(["", "1.5", "1e3", "ten", " 1"])("refuses %j", (text) => {
    expect(() => whole(0)(text)).toThrow("Expected a whole number >= 0");
  });
});

describe("positiveSize", () => {
  it("refuses what comes to no byte", () => {
    expect(positiveSize("1B")).toBe(1);
    for (const text of ["0", "0MB", "0.4"]) {
      expect(() => positiveSize(text)).toThrow("Expected a size above 0");
    }
  });
});

describe("durationText and sizeText", () => {
  it("write what is read as the same", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(1, 1000, 1024, 60_000, 3_600_000, 1024 ** 2),
        (n, unit) => {
          expect(duration(durationText(n * unit))).toBe(n * unit);
          expect(size(sizeText(n * unit))).toBe(n * unit);
        },
      ),
    );
  });

  it.each(["0ms", "1500ms", "90s", "10m", "2h"])("write %s so", (text) => {
    expect(durationText(duration(text))).toBe(text);
  });

  it.each(["0B", "10B", "500kB", "10MB", "10MiB", "2GB", "1GiB"])("write %s so", (text) => {
    expect(sizeText(size(text))).toBe(text);
  });
});
