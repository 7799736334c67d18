import { describe, expect, it } from "vitest";

import { fileOption, pathOption } from "../../src/cli/path-option.ts";

describe("pathOption", () => {
  it("takes a path as it is", () => {
    expect(["a/b", "-", " "].map(pathOption)).toEqual(["a/b", "-", " "]);
  });

  it("refuses nothing, and what no path can hold", () => {
    for (const text of ["", "a\0b"]) expect(() => pathOption(text)).toThrow("Expected a path");
  });
});

describe("fileOption", () => {
  it("refuses what would stand for the standard output, but not a file of that name", () => {
    expect(() => fileOption("-")).toThrow("standard output");
    expect(fileOption("./-")).toBe("./-");
  });
});
