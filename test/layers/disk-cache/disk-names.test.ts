import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  fileName,
  foldersOf,
  isFileName,
  JOURNAL,
  journalsOf,
  temporaryName,
  versionOf,
  writerOf,
} from "../../../src/layers/disk-cache/disk-names.ts";
import { processMark } from "../../../src/layers/disk-cache/process-mark.ts";

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

describe("the names of a cache", () => {
  it("are taken by every file system, whatever the id", () => {
    const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        const name = fileName(id);
        const names = [name, temporaryName(name), ...foldersOf(name), JOURNAL];
        for (const name of names.flatMap((name) => name.split("/"))) {
          expect(name).toMatch(/^[a-z\d][a-z\d.-]*[a-z\d]$|^[a-z\d]$/); // one case, no space, no last dot
          expect(name).not.toMatch(reserved);
        }
        expect([...foldersOf(name), temporaryName(name)].join("/").length).toBeLessThan(120);
      }),
    );
  });
});

describe("foldersOf", () => {
  it("tells one folder in another, by the first two digits", () => {
    expect(foldersOf("6437b3ac38465133ffb63b75273a8db5")).toEqual(["v1-6", "v1-6/4"]);
    expect(foldersOf("6437b3ac38465133ffb63b75273a8db5", 2)).toEqual(["v2-6", "v2-6/4"]);
  });
});

describe("temporaryName", () => {
  it("gives no name twice, and tells who writes", () => {
    const name = fileName("a");
    const [one, other] = [temporaryName(name), temporaryName(name)];
    expect(one).not.toBe(other);
    expect([one, other].map(writerOf)).toEqual([processMark(), processMark()]);
    expect(writerOf(name)).toBeUndefined();
    expect(writerOf(`${one}x`)).toBeUndefined();
  });
});

describe("versionOf", () => {
  it.each([
    ["v1-journal", 1],
    ["v1-journal.new", 1],
    ["v1-a", 1],
    ["v2-f", 2],
    ["v12-journal", 12],
    ["v255-a", 255],
    ["v256-a", undefined],
    ["v0-a", undefined],
    ["v01-a", undefined],
    ["v2-g", undefined],
    ["v2-ab", undefined],
    ["journal", undefined],
    ["a", undefined],
  ])("reads %s", (name, version) => expect(versionOf(name)).toBe(version));

  it("reads the names of journals", () => {
    expect(journalsOf(2)).toEqual(["v2-journal", "v2-journal.new"]);
    expect(journalsOf(2).map(versionOf)).toEqual([2, 2]);
  });
});
