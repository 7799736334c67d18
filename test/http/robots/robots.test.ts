import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseRobots } from "../../../src/http/robots/robots.ts";

describe("parseRobots", () => {
  it("gives the same answer whatever the order of the rules", () => {
    fc.assert(
      fc.property(rules, paths, (rules, path) => {
        const reversed = fileOf("*", rules.toReversed());
        expect(verdicts(reversed, "x", path)).toEqual(verdicts(fileOf("*", rules), "x", path));
      }),
    );
  });

  it("answers each agent for itself, however they take turns", () => {
    const ask = fc.record({ agent: fc.constantFrom("a", "b", "B/1", "c", ""), path: paths });
    fc.assert(
      fc.property(rules, rules, fc.array(ask), (ofA, ofB, asks) => {
        const file = ["User-agent: a", ...ofA, "User-agent: b", ...ofB].join("\n");
        const robots = parseRobots(file);
        for (const { agent, path } of asks) {
          const url = `http://h.test${path}`;
          expect(robots.allows(agent, url)).toBe(parseRobots(file).allows(agent, url));
        }
      }),
    );
  });

  it("never refuses more for one more Allow, nor allows more for one more Disallow", () => {
    fc.assert(
      fc.property(rules, patterns, paths, (rules, pattern, path) => {
        const [allowed] = verdicts(fileOf("*", rules), "x", path);
        const [more] = verdicts(fileOf("*", [...rules, `Allow: ${pattern}`]), "x", path);
        const [less] = verdicts(fileOf("*", [...rules, `Disallow: ${pattern}`]), "x", path);
        expect([less && !allowed, allowed && !more]).toEqual([false, false]);
      }),
    );
  });

  it("allows a path that is allowed to the letter, whatever rules without * say", () => {
    fc.assert(
      fc.property(rules, paths, (rules, path) => {
        const plain = rules.filter((rule) => !rule.includes("*"));
        const file = fileOf("*", [...plain, `Allow: ${path}$`]);
        expect(verdicts(file, "x", path)).toEqual([true]);
      }),
    );
  });

  it("gives the same answer for a URL with some of its letters encoded", () => {
    fc.assert(
      fc.property(rules, paths, fc.infiniteStream(fc.boolean()), (rules, path, encoded) => {
        const other = path.replace(/[abc]/g, (char) =>
          encoded.next().value === true ? `%${char.charCodeAt(0).toString(16)}` : char,
        );
        const [one, two] = verdicts(fileOf("*", rules), "x", path, other);
        expect(one).toBe(two);
      }),
    );
  });

  it("never lets a group for another agent change the answer", () => {
    fc.assert(
      fc.property(rules, rules, paths, fc.boolean(), (ours, theirs, path, first) => {
        const alone = fileOf("FooBot", ours);
        const other = fileOf("BarBot", theirs);
        const both = first ? other + alone : alone + other;
        expect(verdicts(both, "FooBot", path)).toEqual(verdicts(alone, "FooBot", path));
      }),
    );
  });

  it("answers whatever the bytes of the file and of the agent", () => {
    const parts = fc.oneof(
      fc.constantFrom("User-agent:*\n", "Disallow:/", "Crawl-delay:", "Sitemap:", "*", "$", "%"),
      fc.string({ unit: "binary" }),
    );
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(parts).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(bodies, fc.string({ unit: "binary" }), fc.webUrl(), (body, agent, url) => {
        const robots = parseRobots(body, "https://h.test/robots.txt");
        expect(robots.allows(agent, url)).toBeTypeOf("boolean");
        expect(robots.crawlDelayMs(agent) ?? 0).toBeGreaterThanOrEqual(0);
        expect(robots.sitemaps.every((url) => URL.canParse(url))).toBe(true);
      }),
    );
  });

  const twoGroups =
    "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: *\nDisallow: /any\nCrawl-delay: 2";

  it.each(["FooBot", "foobot/2.1", "FooBot2", "Mozilla/5.0 (compatible; FooBot/2.1)"])(
    "takes %j for FooBot, which heeds its own groups only",
    (agent) => {
      expect(verdicts(twoGroups, agent, "/foo", "/any")).toEqual([false, true]);
      expect(parseRobots(twoGroups).crawlDelayMs(agent)).toBeUndefined();
    },
  );

  it.each(["*", "", "Foo", "FooBot-News", "BarBot", "Mozilla/5.0 (X11; Linux)", "(FooBot)"])(
    "takes %j for an agent named nowhere, which heeds *",
    (agent) => {
      expect(verdicts(twoGroups, agent, "/foo", "/any")).toEqual([true, false]);
      expect(parseRobots(twoGroups).crawlDelayMs(agent)).toBe(2000);
    },
  );

  it("asks nothing of an agent named nowhere in a file without *", () => {
    const file = "User-agent: FooBot\nCrawl-delay: 1\nDisallow: /";
    expect(verdicts(file, "BarBot", "/")).toEqual([true]);
    expect(parseRobots(file).crawlDelayMs("BarBot")).toBeUndefined();
  });

  it("prefers a name with digits to what is left of it without them", () => {
    const file = "User-agent: MJ12bot\nDisallow: /12\n\nUser-agent: MJ\nDisallow: /mj";
    expect(verdicts(file, "MJ12bot/v2", "/12", "/mj")).toEqual([false, true]);
    expect(verdicts(file, "MJ13bot", "/12", "/mj")).toEqual([true, false]);
  });

  it("lets the longest path win, and Allow win a tie", () => {
    const file = [
      ["User-agent: *", "Allow: /a/b", "Disallow: /a", "Allow: /c", "Disallow: /c"],
      ["Allow: /d", "Disallow: /d/*.html", "Disallow: /e/*", "Allow: /e/f"],
    ];
    const text = file.flat().join("\n");
    expect(verdicts(text, "x", "/a/b/c", "/c", "/d/x", "/e/f")).toEqual([true, true, true, true]);
    expect(verdicts(text, "x", "/a/c", "/d/x.html", "/e/g")).toEqual([false, false, false]);
  });

  it("compares rules with the path and query of a URL, without the fragment", () => {
    const file = "User-agent: *\nDisallow: /*?s=\nDisallow: /q?$\nDisallow: /*x";
    expect(verdicts(file, "x", "/a?s=1", "/q?", "/a/../x")).toEqual([false, false, false]);
    expect(verdicts(file, "x", "/?b&s=", "/q", "/a#x", "/A?X")).toEqual([true, true, true, true]);
  });

  it("takes no notice of an empty rule or one that is no path", () => {
    const file = "User-agent: *\nDisallow:\nAllow:\nDisallow: a\nDisallow: https://h.test/a";
    expect(verdicts(file, "x", "/", "/a")).toEqual([true, true]);
  });

  it("always allows /robots.txt, but nothing else of that kind", () => {
    const file = "User-agent: *\nDisallow: /";
    expect(verdicts(file, "x", "/robots.txt")).toEqual([true]);
    expect(verdicts(file, "x", "/robots.txt?a", "/a/robots.txt")).toEqual([false, false]);
  });

  it("allows a folder of which the index page is allowed, and refuses none", () => {
    const file = "User-agent: *\nDisallow: /\nAllow: /a/index.html\nAllow: /b/index.htm";
    expect(verdicts(file, "x", "/a/", "/a/index.html", "/b/")).toEqual([true, true, true]);
    expect(verdicts(file, "x", "/a/b", "/a", "/a/index.htm")).toEqual([false, false, false]);
    const refused = "Disallow: /c/index.html";
    expect(verdicts(`User-agent: *\n${refused}`, "x", "/c/")).toEqual([true]);
    expect(verdicts(`${file}\n${refused}`, "x", "/c/")).toEqual([false]);
  });

  it("compares UTF-8 with its encoding, and bytes that are none as they are", () => {
    const body = Buffer.from("User-agent: *\nDisallow: /caf\xE9\nDisallow: /th\xC3\xA9", "latin1");
    expect(verdicts(body, "x", "/caf%e9", "/thé", "/th%C3%A9")).toEqual([false, false, false]);
    expect(verdicts(body, "x", "/café", "/th%E9", "/caf")).toEqual([true, true, true]);
  });

  it("throws a TypeError on what is no URL", () => {
    expect(() => parseRobots("").allows("x", "http://")).toThrow(TypeError);
    expect(() => parseRobots("", "/robots.txt")).toThrow(TypeError);
  });

  const sitemaps = "Sitemap: https://h.test/a\nUser-agent: x\nSITE-MAP:/ü  # two\nSitemap: //\n";

  it("keeps sitemaps in the order of the file, as they stand there", () => {
    expect(parseRobots(sitemaps).sitemaps).toEqual(["https://h.test/a", "/ü", "//"]);
  });

  it("resolves sitemaps on the place of the file, if it is known", () => {
    const { sitemaps: resolved } = parseRobots(sitemaps, "https://r.test/robots.txt");
    expect(resolved).toEqual(["https://h.test/a", "https://r.test/%C3%BC"]);
  });
});

const patterns = fc
  .array(fc.constantFrom("a", "b", "c", "/", "*", "$", "%61", "%2F"), { maxLength: 8 })
  .map((parts) => `/${parts.join("")}`);

const rules = fc.array(
  fc.tuple(fc.constantFrom("Allow", "Disallow"), patterns).map((rule) => rule.join(": ")),
  { maxLength: 6 },
);

const paths = fc
  .array(fc.constantFrom("a", "b", "c", "/", "%2F", "%24"), { maxLength: 6 })
  .map((parts) => `/${parts.join("")}`);

function fileOf(agent: string, rules: readonly string[]): string {
  return `User-agent: ${agent}\n${rules.join("\n")}\nDisallow:\n`;
}

function verdicts(
  body: Uint8Array | string,
  agent: string,
  ...paths: readonly string[]
): readonly boolean[] {
  const robots = parseRobots(body);
  return paths.map((path) => robots.allows(agent, `https://user@h.test:8080${path}`));
}
