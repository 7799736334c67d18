import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { configValues, readConfig } from "../../../src/cli/config/config-file.ts";
import { folder } from "../command.ts";

describe("readConfig", () => {
  it.each<[toml: string, message: string]>([
    ["[crawl]\ndepth =", "p.toml:2:8: Expected TOML: "],
    ["[crawl]\ndepth = 1\ndepth = 2", "p.toml:3:1: Expected TOML: "],
    [
      "[crawl]\nmax-pags = 5",
      "p.toml:2:1: There is no option crawl.max-pags (did you mean max-pages?)",
    ],
    [
      "[crawl]\n  maxPages = 5",
      "p.toml:2:3: There is no option crawl.maxPages (did you mean max-pages?)",
    ],
    ["[crawl]\nmax_pages = 5", "(did you mean max-pages?)"],
    ["[crawl]\nxyzzy = 5", "p.toml:2:1: There is no option crawl.xyzzy"],
    ["depth = 1", "p.toml:1:1: There is no option depth here (it stands in [crawl])"],
    [
      "[crawl]\nrobots = false",
      "p.toml:2:1: There is no option crawl.robots here (it stands in [features])",
    ],
    [
      "[features]\ntimeout = 1",
      "There is no option features.timeout here (it stands before all tables)",
    ],
    ["[features]\ncokies = true", "There is no option features.cokies (did you mean cookies?)"],
    ["[fetch]\ndepth = 1", "There is no option fetch.depth here (it stands in [crawl])"],
    [
      "[crwal]\ndepth = 1",
      "p.toml:1:2: Expected one of the tables [crawl], [fetch], [features]: got [crwal] (did you mean crawl?)",
    ],
    ["crawl = 3", "p.toml:1:1: Expected [crawl] to be a table: got a value"],
    ["crwl = 3", "There is no option crwl (did you mean crawl?)"],
    ["crawl.depth.max = 3", "p.toml:1:1: There is no option crawl.depth.max"],
    ["[[crawl]]\ndepth = 3", "p.toml:1:3: Expected [crawl] to be one table: got a list, [[crawl]]"],
    [
      "[crwal]",
      "p.toml:1:2: Expected one of the tables [crawl], [fetch], [features]: got [crwal] (",
    ],
    ["[features.robot]", "p.toml:1:2: There is no option features.robot (did you mean robots?)"],
    [
      "[crawl.max-pages]",
      "p.toml:1:2: Expected crawl.max-pages to be a whole number >= 1: got a table",
    ],
    [
      "[crawl]\ndepth = {}",
      "p.toml:2:1: Expected crawl.depth to be a whole number >= 0: got a table",
    ],
    [
      "[timeout]",
      "p.toml:1:2: Expected timeout to be a duration such as 200ms, 5s, 2m or 1h: got a table",
    ],
    [
      'user-agent = [["a"]]',
      "p.toml:1:1: Expected user-agent to be a list of texts, each of which is text for a header, such as shop-bot/1.0: got a list in a list",
    ],
    ['[crawl]\ninclude = ["*", false]', "got a list with false"],
    [
      "[crawl]\ndepth = 900719925474099312345",
      "Expected crawl.depth to be a whole number >= 0: got 900719925474099312345",
    ],
    [
      "[crawl]\ndepth = 9007199254740993",
      "Expected crawl.depth to be a whole number >= 0: got 9007199254740993",
    ],
    ['cache = "false"', 'p.toml:1:1: Expected cache to be a path: got "false" (to do without: '],
    [
      '[crawl]\nout = "off"',
      'Expected crawl.out to be a path: got "off" (to do without: leave it out;',
    ],
    ["[crawl]\ndepth = -1", "p.toml:2:1: Expected crawl.depth to be a whole number >= 0: got -1"],
    ["[crawl]\ndepth = 1.5", "Expected crawl.depth to be a whole number >= 0: got 1.5"],
    ['[crawl]\ndepth = "3"', 'Expected crawl.depth to be a whole number >= 0: got "3"'],
    ["[crawl]\ndepth = true", "Expected crawl.depth to be a whole number >= 0: got true"],
    ["[crawl]\ndepth = 2026-01-01", "Expected crawl.depth to be a whole number >= 0: got a date"],
    ["[crawl]\ndepth = [1]", "Expected crawl.depth to be a whole number >= 0: got a list with 1"],
    [
      '[crawl]\ndelay = "soon"',
      'Expected crawl.delay to be a duration such as 200ms, 5s, 2m or 1h: got "soon"',
    ],
    ["timeout = 0", "Expected timeout to be a duration above 0, such as 500ms or 30s: got 0"],
    [
      'max-bytes = "1 horse"',
      'Expected max-bytes to be a size such as 500kB, 10MB or 10MiB: got "1 horse"',
    ],
    [
      "max-bytes = false",
      "Expected max-bytes to be a size such as 500kB, 10MB or 10MiB: got false",
    ],
    [
      '[crawl]\nscope = "same-hots"',
      'Expected crawl.scope to be one of same-host, same-origin, same-domain, all: got "same-hots" (did you mean same-host?)',
    ],
    [
      "[crawl]\nscope = 3",
      "Expected crawl.scope to be one of same-host, same-origin, same-domain, all: got 3",
    ],
    [
      "[crawl]\nmax-cpu = 0.8",
      "Expected crawl.max-cpu to be a share above 0 with its %, such as 80%: got 0.8",
    ],
    ['[crawl]\nquiet = "yes"', 'Expected crawl.quiet to be true or false: got "yes"'],
    ['[features]\ncache = "dir"', 'Expected features.cache to be true or false: got "dir"'],
    [
      "user-agent = [1]",
      "Expected user-agent to be a list of texts, each of which is text for a header, such as shop-bot/1.0: got a list with 1",
    ],
    ["cache = 5", "Expected cache to be a path: got 5"],
    ['[crawl]\nsitemap = "nonsense"', "Expected crawl.sitemap to be an http or https URL"],
  ])("says of %j %s", (toml, message) => {
    expect(() => readConfig(toml, "p.toml")).toThrow(message);
  });

  it.each([
    'header = ["Authorization hush"]',
    'header = ["Content-Length: hush"]',
    "header = 5",
    'proxy = "http://me:hush@"',
    'proxy = "hush"',
    '[fetch]\ndata = ["hush"]',
    '[crawl]\nsitemap = "ftp://me:hush@shop.test/"',
  ])("shows no secret of %j", (toml) => {
    expect(() => readConfig(toml, "p.toml")).toThrow(/^p\.toml:\d:1: Expected [\w.]+ to be /);
    expect(() => readConfig(toml, "p.toml")).not.toThrow("hush");
  });

  it("takes numbers of all spellings, one text for a list, and tables in all their forms", () => {
    const toml = `
      header = "A: b"
      max-bytes = 1_000
      crawl.depth = 0x10
      fetch = { method = "head" }
      [crawl]
      "per-host" = 2
    `.replace("      crawl.depth = 0x10\n", "");
    const values = readConfig(toml, "p.toml").map(({ given }) => [given.setting.key, given.value]);
    expect(values).toEqual([
      ["header", [["A", "b"]]],
      ["max-bytes", 1000],
      ["method", "HEAD"],
      ["per-host", 2],
    ]);
  });

  it("refuses lists that are nested too deeply to be read, and names the file", () => {
    const toml = `header = ${"[".repeat(20_000)}1${"]".repeat(20_000)}`;
    expect(() => readConfig(toml, "p.toml")).toThrow(/^p\.toml/);
  });

  it("takes paths as relative to the folder of the file", () => {
    const toml = '[crawl]\nout = "-"\nmetrics-json = "/m.json"\nstate = "a/b.db"';
    const values = readConfig(toml, "conf/p.toml").map(({ given }) => given.value);
    expect(values).toEqual(["-", "/m.json", "conf/a/b.db"]);
  });
});

describe("configValues", () => {
  it("takes a byte order mark, and refuses what is not UTF-8", async () => {
    await using dir = await folder();
    const file = join(dir.path, "p.toml");
    await writeFile(file, "\uFEFFtimeout = 5");
    expect(await configValues("crawl", file)).toMatchObject([{ value: 5 }]);
    await writeFile(file, Buffer.from('user-agent = "b\u00F6t"', "latin1"));
    await expect(configValues("crawl", file)).rejects.toThrow(
      `Expected --config to be a text in UTF-8: got ${file}`,
    );
  });

  it("reads a long list in a time that grows with its length, not with its square", () => {
    const header = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => `X-${n}: 1`));
    const include = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => `*/${n}/*`));
    const toml = `header = ${header}\n[crawl]\ninclude = ${include}`;
    const lists = readConfig(toml, "p.toml").map(({ given }) => given.value);
    expect(lists.map((list) => Array.isArray(list) && list.length)).toEqual([50_000, 50_000]);
  });

  it("rejects where there is no file", async () => {
    await expect(configValues("crawl", "none.toml")).rejects.toThrow(
      "Expected --config to be a file that can be read: got none.toml (ENOENT: no such file or directory)",
    );
  });
});
