import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../src/http/headers.ts";
import { untyped } from "../support/untyped.ts";

describe("HttpHeaders", () => {
  it("gives back the pairs it was made of, in their order and spelling", () => {
    fc.assert(
      fc.property(pairs, (pairs) => {
        expect([...HttpHeaders.from(pairs)]).toEqual(pairs);
      }),
    );
  });

  it("is the same made of bytes as made of the text that they are in Latin-1", () => {
    fc.assert(
      fc.property(pairs, (pairs) => {
        const bytes = pairs.flat().map((text) => Buffer.from(text, "latin1"));
        expect([...HttpHeaders.received(bytes)]).toEqual(pairs);
      }),
    );
  });

  it("finds all values of a name in any case, and no others", () => {
    fc.assert(
      fc.property(pairs, names, (pairs, name) => {
        const headers = HttpHeaders.from(pairs);
        const values = pairs
          .filter(([other]) => other.toLowerCase() === name.toLowerCase())
          .map(([, value]) => value);
        expect(headers.getAll(name)).toEqual(values);
        expect(headers.get(name)).toBe(values.length === 0 ? undefined : values.join(", "));
        expect(headers.has(name)).toBe(values.length > 0);
      }),
    );
  });

  it("has a value once it is set, and all else as before", () => {
    fc.assert(
      fc.property(pairs, names, texts, (pairs, name, value) => {
        const before = HttpHeaders.from(pairs);
        const after = before.with(name, value);
        expect(after.getAll(name)).toEqual([value]);
        expect([...after.without(name)]).toEqual([...before.without(name)]);
      }),
    );
  });

  it("sets a value in the place of the first of that name, else at the end", () => {
    const headers = HttpHeaders.from({ a: "1", b: "2", c: "3" });
    const changed = headers.with("B", ["x", "y"]).with("d", "4");
    expect([...changed]).toEqual([
      ["a", "1"],
      ["B", "x"],
      ["B", "y"],
      ["c", "3"],
      ["d", "4"],
    ]);
  });

  it("takes from a record what has a value, a list as a header sent several times", () => {
    const headers = HttpHeaders.from({ "Set-Cookie": ["a=1", "b=2"], none: undefined, "X-A": "" });
    expect([...headers]).toEqual([
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
      ["X-A", ""],
    ]);
  });

  it("passes headers as they are", () => {
    const headers = HttpHeaders.from({ a: "1" });
    expect(HttpHeaders.from(headers)).toBe(headers);
  });

  it("never changes", () => {
    const pairs: [string, string][] = [["a", "1"]];
    const headers = HttpHeaders.from(pairs);
    pairs.push(["b", "2"]);
    headers.with("a", "3");
    expect([...headers]).toEqual([["a", "1"]]);
  });

  it.each([
    [5, "5"],
    [null, "null"],
    ["a: s3cret", "a string"],
    [() => {}, "the function (anonymous)"],
  ])("is not made of %s, which it does not show where it may be secret", (init, got) => {
    const message = `Expected "headers" to be pairs or a record: got ${got}`;
    expect(() => HttpHeaders.from(untyped(init))).toThrow(new TypeError(message));
  });

  it.each([
    [["a"], 'something else for "a"'],
    [["a", "1", "b"], 'something else for "a"'],
    [["a", 5], 'something else for "a"'],
    [[5, "1"], "something else for 5"],
    [["a: s3cret"], 'something else for "a…"'],
    ["ab", "a string"],
  ])("is not made of %j among pairs", (pair, got) => {
    const message = `Expected "headers" to be pairs of a name and a value: got ${got}`;
    const init = untyped([["b", "1"], pair]);
    expect(() => HttpHeaders.from(init)).toThrow(new TypeError(message));
  });

  it.each([
    [5, "5"],
    [null, "null"],
    [{}, "an object"],
  ])("is not made of a record that has %s for a value", (value, got) => {
    const message = `Expected "headers" to have a value for a, or a list of them: got ${got}`;
    expect(() => HttpHeaders.from({ a: untyped(value) })).toThrow(new TypeError(message));
    expect(() => HttpHeaders.from([]).with("a", untyped(value))).toThrow(new TypeError(message));
  });

  it("knows names that every object has for what they are", () => {
    const headers = HttpHeaders.from({});
    expect(headers.get("constructor")).toBeUndefined();
    expect(headers.with("__proto__", "1").get("__proto__")).toBe("1");
  });
});

const names = fc.constantFrom(
  "a",
  "A",
  "Accept",
  "accept",
  "set-cookie",
  "Set-Cookie",
  "__proto__",
);
const texts = fc.string({ unit: fc.constantFrom("x", " ", ",", "é", "\u00ff") });
const pairs = fc.array(fc.tuple(names, texts), { maxLength: 8 });
