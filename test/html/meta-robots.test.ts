import { describe, expect, it } from "vitest";

import {
  directivesIn,
  headerDirectives,
  isMeantFor,
  robotsTags,
} from "../../src/html/meta-robots.ts";

describe("robotsTags", () => {
  it.each([
    ["noindex", true, false],
    ["nofollow", false, true],
    ["noindex,NoFollow", true, true],
    [" none ", true, true],
    ["noindex nofollow", true, true],
    ["index, follow, nofollow", false, true],
    ["", false, false],
    ["all", false, false],
    ["noindexing, nofollowing", false, false],
    ["max-image-preview: none, unavailable_after: nofollow", false, false],
  ])("hears in %j that noindex is %j and nofollow %j", (list, noindex, nofollow) => {
    expect(robotsTags(directivesIn(list))).toMatchObject({ noindex, nofollow });
  });

  it("tells all directives, each once, those with a value too", () => {
    const list = "NOINDEX, noindex noarchive,,max-snippet:20, unavailable_after: Tue, 25 Jun 2030";
    expect(robotsTags(directivesIn(list)).directives).toEqual([
      "noindex",
      "noarchive",
      "max-snippet: 20",
      "unavailable_after: tue, 25 jun 2030",
    ]);
  });
});

describe("isMeantFor", () => {
  it("is true of every robot, and of the agent by its product token", () => {
    expect(isMeantFor(undefined, " Robots ")).toBe(true);
    expect(isMeantFor("MyBot/1.0 (+https://my.test)", "mybot")).toBe(true);
  });

  it("is false of others", () => {
    expect(isMeantFor(undefined, "mybot")).toBe(false);
    expect(isMeantFor("mybot", "otherbot")).toBe(false);
    expect(isMeantFor("mybot", "")).toBe(false);
    expect(isMeantFor("", "")).toBe(false);
  });
});

describe("headerDirectives", () => {
  it.each([
    ["nofollow"],
    ["noindex, nofollow"],
    ["mybot: nofollow"],
    ["robots: nofollow"],
    ["otherbot: noindex, MyBot: noindex, nofollow"],
    ["noindex", "nofollow"],
    ["unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow"],
    ["unavailable_after: Tue, 25 Jun 2030 15:00:00 GMT, nofollow"],
    ["mybot: unavailable_after: 25-Jun-30 15:00:00 PST, nofollow"],
  ])("hears mybot's nofollow in %j %j", (...values) => {
    expect(headerDirectives(fields(values), "mybot")).toContain("nofollow");
  });

  it.each([
    ["noindex"],
    ["otherbot: noindex, nofollow"],
    ["max-image-preview: nofollow"],
    ["mybot: all, otherbot: nofollow"],
  ])("does not hear it in %j", (...values) =>
    expect(headerDirectives(fields(values), "mybot")).not.toContain("nofollow"),
  );

  it("takes the addressee off, and keeps values", () => {
    const values = ["mybot: unavailable_after: 25 Jun 2030, noarchive", "max-snippet : -1"];
    expect(headerDirectives(fields(values), "mybot/2.0")).toEqual([
      "unavailable_after: 25 jun 2030",
      "noarchive",
      "max-snippet: -1",
    ]);
  });

  it("reads no other header", () => {
    expect(headerDirectives([["Robots", "nofollow"]], "mybot")).toEqual([]);
  });
});

function fields(values: readonly string[]): [string, string][] {
  return values.map((value) => ["x-robots-TAG", value]);
}
