import { describe, expect, it } from "vitest";

import { asksNoFollow, headersAskNoFollow, isMeantFor } from "../../src/html/meta-robots.ts";

describe("asksNoFollow", () => {
  it.each(["nofollow", "noindex,NoFollow", " none ", "noindex nofollow", "follow, nofollow"])(
    "hears it in %j",
    (directives) => expect(asksNoFollow(directives)).toBe(true),
  );

  it.each([
    "",
    "follow",
    "noindex",
    "nofollowing",
    "max-image-preview: none",
    "max-snippet:-1, all",
  ])("does not hear it in %j", (directives) => expect(asksNoFollow(directives)).toBe(false));
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

describe("headersAskNoFollow", () => {
  it.each([
    ["nofollow"],
    ["noindex, nofollow"],
    ["mybot: nofollow"],
    ["otherbot: noindex, MyBot: noindex, nofollow"],
    ["noindex", "none"],
    ["unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow"],
    ["unavailable_after: Tue, 25 Jun 2030 15:00:00 GMT, nofollow"],
  ])("hears mybot's in %j %j", (...values) => {
    expect(headersAskNoFollow(fields(values), "mybot")).toBe(true);
  });

  it.each([
    ["noindex"],
    ["otherbot: noindex, nofollow"],
    ["max-image-preview: none"],
    ["mybot: all, otherbot: none"],
  ])("does not hear it in %j", (...values) =>
    expect(headersAskNoFollow(fields(values), "mybot")).toBe(false),
  );

  it("reads no other header", () => {
    expect(headersAskNoFollow([["Robots", "nofollow"]], "mybot")).toBe(false);
  });
});

function fields(values: readonly string[]): [string, string][] {
  return values.map((value) => ["x-robots-TAG", value]);
}
