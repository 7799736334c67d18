import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  requireArray,
  requireDuration,
  requireFunction,
  requireWhole,
  show,
} from "../../src/service/options.ts";
import { untyped } from "../support/untyped.ts";

describe("requireWhole", () => {
  it("takes whole numbers from its minimum up, and no end", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (min, more) => requireWhole("limit", min + more, min)),
    );
    expect(() => requireWhole("limit", Infinity, 1)).not.toThrow();
  });

  it.each([0, -1, 1.5, Number.NaN, -Infinity, untyped("10")])("refuses %s", (value) => {
    const message = `Expected "limit" to be a whole number >= 1: got ${show(value)}`;
    expect(() => requireWhole("limit", value, 1)).toThrow(new RangeError(message));
  });
});

describe("requireDuration", () => {
  it("takes any number from 0 up, and no end", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true }), (ms) => {
        expect(() => requireDuration("ms", ms)).not.toThrow();
      }),
    );
  });

  it.each([-1, -0.1, Number.NaN, -Infinity, untyped("10")])("refuses %s", (value) => {
    const message = `Expected "ms" to be a number of milliseconds >= 0: got ${show(value)}`;
    expect(() => requireDuration("ms", value)).toThrow(new RangeError(message));
  });
});

describe("requireFunction", () => {
  it("takes functions", () => {
    expect(() => requireFunction("map", () => {})).not.toThrow();
    expect(() => requireFunction("map", Date)).not.toThrow();
  });

  it.each([undefined, null, {}, "map"])("refuses %j", (value) => {
    const message = `Expected "map" to be a function: got ${show(value)}`;
    expect(() => requireFunction("map", value)).toThrow(new TypeError(message));
  });
});

describe("requireArray", () => {
  it("takes arrays", () => {
    expect(() => requireArray("names", [])).not.toThrow();
  });

  it.each([undefined, null, {}, "names", new Set()])("refuses %j", (value) => {
    const message = `Expected "names" to be an array: got ${show(value)}`;
    expect(() => requireArray("names", value)).toThrow(new TypeError(message));
  });
});

describe("show", () => {
  it("tells kinds of values apart", () => {
    const values = ["10", 10, undefined, null, {}, [], Number.NaN, 10n, true, Symbol("s")];
    const functions = [requireWhole, () => {}];
    expect([...values, ...functions].map(show)).toEqual([
      '"10"',
      "10",
      "undefined",
      "null",
      "an object",
      "an array",
      "NaN",
      "10",
      "true",
      "Symbol(s)",
      "the function requireWhole",
      "the function (anonymous)",
    ]);
  });

  it("is short, whatever it shows", () => {
    const values = fc.oneof(fc.anything({ withBigInt: true }), fc.string({ maxLength: 200 }));
    fc.assert(fc.property(values, (value) => show(value).length <= 61));
    expect(show("a".repeat(1000))).toBe(`"${"a".repeat(59)}…`);
  });
});
