import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { printable, printableJson } from "../../src/cli/printable.ts";

const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("printable", () => {
  it("replaces each character that a terminal would obey, and no other", () => {
    expect(printable("a\u001B[2J\u009B\u202Eé\n")).toBe("a\uFFFD[2J\uFFFD\uFFFDé\uFFFD");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const others = text.split(new RegExp(obeyed, "gu"));
        expect(printable(text)).toBe(others.join("\uFFFD"));
      }),
    );
  });
});

describe("printableJson", () => {
  it("reads the same as what it was made of, and has none of them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = printableJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(obeyed);
      }),
    );
    expect(printableJson("a\u2028b")).toBe(String.raw`"a\u2028b"`);
    expect(printableJson("\u009B\u{E0001}")).toBe(String.raw`"\u009b\udb40\udc01"`);
  });
});
