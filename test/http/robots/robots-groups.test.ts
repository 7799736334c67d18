import { describe, expect, it } from "vitest";

import { type Group, readGroups } from "../../../src/http/robots/robots-groups.ts";
import { readDirectives } from "../../../src/http/robots/robots-lines.ts";

describe("readGroups", () => {
  it("lets names share rules across blank lines and other directives", () => {
    const between = "\n\n# c\nSitemap: https://h.test/s\nCrawl-delay: 1\nNo-such-thing: 1\n";
    const groups = groupsOf(`User-agent: a${between}User-agent: b\nDisallow: /x`);
    expect([...groups.keys()]).toEqual(["a", "b"]);
    for (const group of groups.values()) expect(group.allows("/x")).toBe(false);
  });

  it("ends the list of names with a rule, even an empty one", () => {
    const groups = groupsOf("User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /");
    expect(groups.get("a")?.allows("/x")).toBe(true);
    expect(groups.get("b")?.allows("/x")).toBe(false);
  });

  it("merges the groups of one name", () => {
    const other = "User-agent: b\nDisallow: /z";
    const groups = groupsOf(`User-agent: a\nDisallow: /x\n${other}\nUser-agent: A/2\nDisallow: /y`);
    const verdicts = ["/x", "/y", "/z"].map((path) => groups.get("a")?.allows(path));
    expect(verdicts).toEqual([false, false, true]);
  });

  it("gives rules below a name that is none to nobody", () => {
    const groups = groupsOf("User-agent: a\nAllow: /x\nUser-agent:\nDisallow: /");
    expect([...groups.keys()]).toEqual(["a"]);
    expect(groups.get("a")?.allows("/y")).toBe(true);
  });

  it("passes over what stands above the first name", () => {
    const group = groupsOf("Disallow: /\nCrawl-delay: 9\nUser-agent: *").get("*");
    expect(group?.allows("/")).toBe(true);
    expect(group?.crawlDelayMs).toBeUndefined();
  });

  it("is not led astray by a name said many times", () => {
    const times = 15_000;
    const groups = groupsOf("User-agent: a\n".repeat(times) + "Allow: /x\n".repeat(times));
    expect(groups.get("a")?.allows("/x")).toBe(true);
  });

  it.each([
    ["0", 0],
    ["2", 2000],
    ["2.5", 2500],
    [".5", 500],
    ["16.1", 16_100],
    ["86400", 86_400_000],
    ["", undefined],
    ["-1", undefined],
    ["inf", undefined],
    ["NaN", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["1,5", undefined],
    ["ten seconds", undefined],
    ["9".repeat(400), undefined],
  ])("reads a delay of %j as %j ms", (value, ms) => {
    const group = groupsOf(`User-agent: *\nCrawl-delay: ${value}\nDisallow: /a`).get("*");
    expect(group?.crawlDelayMs).toBe(ms);
    expect(group?.allows("/a")).toBe(false);
  });

  it("gives a delay to the names above it, of which each keeps its first", () => {
    const groups = groupsOf(
      [
        ["User-agent: a", "User-agent: b", "Crawl-delay: 1", "User-agent: c", "Crawl-delay: 2"],
        ["User-agent: *", "Disallow: /x", "User-agent: c", "Disallow: /y", "Crawl-delay: 3"],
        ["User-agent: d", "Disallow: /x", "Crawl-delay: 4"],
      ]
        .flat()
        .join("\n"),
    );
    const delays = Array.from(groups, ([name, { crawlDelayMs }]) => [name, crawlDelayMs]);
    expect(Object.fromEntries(delays)).toEqual({ a: 1000, b: 1000, c: 2000, d: 4000 });
  });
});

function groupsOf(file: string): ReadonlyMap<string, Group> {
  return readGroups(readDirectives(file));
}
