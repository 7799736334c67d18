import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { headerText } from "../../src/http/header-text.ts";

describe("headerText", () => {
  it("reads any text back from its UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const value = `x${text}x`; // no white space at the ends
        expect(headerText(onTheWire(value))).toBe(value);
      }),
    );
  });

  it("reads bytes that are no UTF-8 as Latin-1", () => {
    expect(headerText("/caf\u00E9")).toBe("/caf\u00E9");
  });

  it("leaves what has been read before", () => {
    expect(headerText("/\u00C3\u00A9/\u30C4")).toBe("/\u00C3\u00A9/\u30C4");
  });

  it("takes blanks and tabs off, but not a byte that looks like a blank", () => {
    expect(headerText(` \t/voil${onTheWire("\u00E0")}\t `)).toBe("/voil\u00E0");
  });
});

/** The bytes of a text, one a character. */
function onTheWire(text: string): string {
  return Buffer.from(text).toString("latin1");
}
