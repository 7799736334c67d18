import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { frozenJson } from "../../../src/engine/page/json.ts";

describe("frozenJson", () => {
  it("takes all that JSON holds without a loss", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(frozenJson("meta", value)).toEqual(value);
      }),
    );
    const twice = { a: 1 };
    expect(() => frozenJson("meta", [twice, twice, Object.create(null)])).not.toThrow();
  });

  it("gives a copy that cannot be changed", () => {
    const value = { deep: [{ n: 1 }] };
    const frozen = frozenJson("meta", value);
    value.deep[0] = { n: 2 };
    expect(frozen).toEqual({ deep: [{ n: 1 }] });
    expect(Object.isFrozen(frozen)).toBe(true);
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;

  it.each([
    ["undefined", { a: undefined }, '"meta.a" to be JSON: got undefined'],
    ["NaN", [1, Number.NaN], '"meta.1" to be JSON: got NaN'],
    ["an endless number", Infinity, '"meta" to be JSON: got Infinity'],
    ["a BigInt", { deep: [{ n: 1n }] }, '"meta.deep.0.n" to be JSON: got 1n'],
    ["a function", { f: String }, '"meta.f" to be JSON: got the function String'],
    ["a Date", { at: new Date() }, '"meta.at" to be JSON: got an object'],
    ["a Map", new Map(), '"meta" to be JSON: got an object'],
    ["a hole", [1, , 3], '"meta.1" to be JSON: got undefined'], // oxlint-disable-line no-sparse-arrays
    ["a circle", circle, '"meta.self" to be JSON: got an object'],
  ])("refuses %s and tells where it is", (_, value, message) => {
    expect(() => frozenJson("meta", value)).toThrow(new TypeError(`Expected ${message}`));
  });
});
