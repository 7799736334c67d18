import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isHeaderName, isHeaderValue, shownName } from "../../src/http/header-syntax.ts";

describe("isHeaderName", () => {
  it("agrees with the platform about any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary-ascii" })), (name) => {
        expect(isHeaderName(name)).toBe(accepts(() => new Headers([[name, "x"]])));
      }),
    );
  });
});

describe("isHeaderValue", () => {
  it("takes bytes, but no control among them except tabs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x2ff }), (code) => {
        const isControl = code < 0x20 || code === 0x7f;
        const fits = code === 9 || (!isControl && code <= 0xff);
        expect(isHeaderValue(`a${String.fromCharCode(code)}b`)).toBe(fits);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("shownName", () => {
  it("shows nothing behind what no name can hold, which is the value where both are one text", () => {
    expect(shownName("x-key")).toBe('"x-key"');
    expect(shownName("Authorization: Bearer s3cret")).toBe('"Authorization…"');
    expect(shownName("cookie=s3cret\r\nb")).toBe('"cookie…"');
    expect(shownName(5)).toBe("5");
  });
});

function accepts(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
