import { describe, expect, it } from "vitest";

import { fileName, isFileName } from "../../../src/layers/disk-cache/disk-names.ts";

describe("fileName", () => {
  it("is the first half of the blake3 of an id", () => {
    expect(fileName("")).toBe("af1349b9f5f9a1a6a0404dea36dcc949");
    expect(fileName("abc")).toBe("6437b3ac38465133ffb63b75273a8db5");
  });

  it("is a name of 32 hex digits, whatever the id", () => {
    for (const id of ["../../etc/passwd", "..\\..\\x", "a\0b", "x".repeat(100_000), "\uD800"]) {
      expect(isFileName(fileName(id))).toBe(true);
    }
  });
});

describe("isFileName", () => {
  it.each(["", "..", "6437b3ac38465133ffb63b75273a8db5\n", "6437B3AC38465133FFB63B75273A8DB5", 7])(
    "knows that %j is none",
    (name) => expect(isFileName(name)).toBe(false),
  );
});
