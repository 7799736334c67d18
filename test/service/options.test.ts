import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  requireArray,
  requireDuration,
  requireFunction,
  requireMethods,
  requireObject,
  requireOptions,
  requirePositiveDuration,
  requireStrings,
  requireText,
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

describe("requirePositiveDuration", () => {
  it("takes any number above 0, and no end", () => {
    for (const ms of [Number.MIN_VALUE, 1, Infinity]) {
      expect(() => requirePositiveDuration("ms", ms)).not.toThrow();
    }
  });

  it.each([
    [0, "above 0: got 0"],
    [-0, "above 0: got 0"],
    [-1, "a number of milliseconds >= 0: got -1"],
    [Number.NaN, "a number of milliseconds >= 0: got NaN"],
    [untyped("10"), 'a number of milliseconds >= 0: got "10"'],
  ])("refuses %s", (value, expected) => {
    const message = `Expected "ms" to be ${expected}`;
    expect(() => requirePositiveDuration("ms", value)).toThrow(new RangeError(message));
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

describe("requireText", () => {
  it("takes a text", () => {
    expect(() => requireText("name", "a")).not.toThrow();
  });

  it.each([
    ["", '""'],
    [1, "1"],
    [undefined, "undefined"],
  ])("refuses %j", (value, got) => {
    expect(() => requireText("name", value)).toThrow(
      new TypeError(`Expected "name" to be a text: got ${got}`),
    );
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

describe("requireStrings", () => {
  it("takes arrays of strings", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        expect(() => requireStrings("names", names)).not.toThrow();
      }),
    );
  });

  it.each([undefined, null, "names", [5], ["a", null]])("refuses %j", (value) => {
    const message = `Expected "names" to be an array of strings: got ${show(value)}`;
    expect(() => requireStrings("names", value)).toThrow(new TypeError(message));
  });
});

describe("requireObject", () => {
  it("takes objects", () => {
    expect(() => requireObject("resolve", {})).not.toThrow();
    expect(() => requireObject("resolve", new Map())).not.toThrow();
  });

  it.each([undefined, null, [], "resolve", 5, Date])("refuses %j", (value) => {
    const message = `Expected "resolve" to be an object: got ${show(value)}`;
    expect(() => requireObject("resolve", value)).toThrow(new TypeError(message));
  });
});

describe("requireMethods", () => {
  it("takes what has the methods, its own or inherited", () => {
    expect(() => requireMethods("store", { get: () => {} }, ["get"])).not.toThrow();
    expect(() => requireMethods("store", new Map(), ["get", "set"])).not.toThrow();
  });

  it("names the first method that is missing", () => {
    const message = 'Expected "store.put" to be a function: got 5';
    const store = { get: () => {}, put: 5 };
    expect(() => requireMethods("store", store, ["get", "put"])).toThrow(new TypeError(message));
  });

  it.each([undefined, null, [], 5])("refuses %j, which is no object", (value) => {
    const message = `Expected "store" to be an object: got ${show(value)}`;
    expect(() => requireMethods("store", untyped(value), [])).toThrow(new TypeError(message));
  });
});

describe("requireOptions", () => {
  const known = { limit: true, queue: true } as const;

  it("takes an object that has no other names than those known", () => {
    fc.assert(
      fc.property(fc.record({ limit: fc.anything(), queue: fc.anything() }), (options) => {
        expect(() => requireOptions("race", options, known)).not.toThrow();
      }),
    );
    expect(() => requireOptions<{ limit?: 1; queue?: 1 }>("race", {}, known)).not.toThrow();
  });

  it.each(["limits", "Limit", "toString", "__proto__", ""])("refuses the name %j", (name) => {
    const options = untyped(
      Object.fromEntries([
        ["limit", 1],
        [name, undefined],
      ]),
    );
    const message = `Expected options of race, limit, queue: got ${show(name)}`;
    expect(() => requireOptions("race", options, known)).toThrow(new TypeError(message));
  });

  it.each([undefined, null, [], "limit", 5, Date])("refuses %j, which is no object", (options) => {
    const message = `Expected the options of race to be an object: got ${show(options)}`;
    expect(() => requireOptions("race", untyped(options), known)).toThrow(new TypeError(message));
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
      "10n",
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
    expect(show("a".repeat(58))).toBe(`"${"a".repeat(58)}"`);
  });
});
