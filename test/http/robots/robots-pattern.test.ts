import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { normalisePath } from "../../../src/http/robots/robots-path.ts";
import { pathPattern } from "../../../src/http/robots/robots-pattern.ts";

describe("pathPattern", () => {
  it.each([
    ["/fish", "/fish", "/fish.html", "/fishheads/yummy?id=1"],
    ["/fish*", "/fish", "/fish/salmon"],
    ["/*.php$", "/a.php", "/a.php.php", "/a?b.php"],
    ["/a*b*b$", "/abb", "/axbxbxb"],
    ["*", "/", "/a"],
    ["*/b", "/b", "/a/b"],
    ["/$", "/"],
    ["/*$", "/", "/a"],
    ["/x$/y", "/x$/y", "/x%24/yz"],
    ["/%2A-%24", "/*-$", "/%2a-%24"],
    ["/%7eme", "/~me", "/%7Eme"],
    ["/*%", "/100%", "/a%20b"],
    ["/\u00E3\u0083\u0084", "/%E3%83%84", "/%e3%83%84"],
  ])("takes %j to match as RFC 9309 says", (pattern, ...paths) => {
    for (const path of paths) expect(matches(pattern, path)).toBe(true);
  });

  it.each([
    ["/fish", "/Fish", "/catfish", "/?id=fish"],
    ["/fish/", "/fish", "/fish.html"],
    ["/*.php$", "/a.php5", "/a.php/", "/a.php?b"],
    ["/a*b*b$", "/ab", "/abba"],
    ["/a*ab$", "/ab"],
    ["/$", "/a"],
    ["$", "/"],
    ["fish", "/fish"],
    ["/%2F", "//"],
    ["/x%2A", "/xa"],
    ["/x%24", "/x"],
  ])("takes %j not to match as RFC 9309 says", (pattern, ...paths) => {
    for (const path of paths) expect(matches(pattern, path)).toBe(false);
  });

  it("matches what a matcher that tries everything matches", () => {
    fc.assert(
      fc.property(textOf("ab*$", 9), textOf("ab$", 12), (pattern, path) => {
        expect(matches(pattern, path)).toBe(tryEverything(pattern, path));
      }),
      { numRuns: 2000 },
    );
  });

  it("matches its own letters when it has no sign of its own", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webPath(), (path, rest) => {
        fc.pre(!/[*$]/.test(path));
        expect(matches(path, path + rest)).toBe(true);
        expect(matches(`${path}$`, path)).toBe(true);
      }),
    );
  });

  it.each([
    ["many wildcards", "/*a".repeat(5000), "/a".repeat(4999)],
    ["a long piece that almost occurs", `/*b${"a".repeat(16_000)}`, `/${"a".repeat(2_000_000)}`],
    ["one whose middle differs", `/*${"a".repeat(8000)}b${"a".repeat(8000)}`, "/a".repeat(500_000)],
  ])("has an answer for %s, which going back would not live to see", (_, pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });

  it("ranks by the octets of the normal form", () => {
    const lengths = ["/", "/a*", "/a$", "/%61", "/\u00E9"].map(
      (source) => pathPattern(source).length,
    );
    expect(lengths).toEqual([1, 3, 3, 2, 4]);
  });
});

function textOf(alphabet: string, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet.split("")), maxLength });
}

function matches(pattern: string, path: string): boolean {
  return pathPattern(pattern).matches(normalisePath(path));
}

function tryEverything(pattern: string, path: string): boolean {
  if (pattern === "") return true;
  if (pattern === "$") return path === "";
  if (pattern.startsWith("*")) {
    return (
      tryEverything(pattern.slice(1), path) ||
      (path !== "" && tryEverything(pattern, path.slice(1)))
    );
  }
  return pattern[0] === path[0] && tryEverything(pattern.slice(1), path.slice(1));
}
