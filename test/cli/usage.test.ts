import { readdir } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { version } from "../../src/http/client/version.ts";
import { folder, pagoda } from "./command.ts";

const url = "http://127.0.0.1:9/";

describe("what cannot be run", () => {
  it.concurrent.each<[args: readonly string[], names: readonly string[]]>([
    [["scrape", url], ["scrape"]],
    [["crawl"], ["url"]],
    [
      ["fetch", url, "--offline"],
      ["--cache", "--offline"],
    ],
    [
      ["fetch", url, "--cache", "x", "--offline", "--reload"],
      ["--offline", "--reload"],
    ],
    [
      ["fetch", url, "--cache", "x", "--cache-mode", "all"],
      ["--cache-mode", "crawl, http"],
    ],
    [
      ["crawl", url, "--detph", "3"],
      ["--detph", "--depth"],
    ],
    [
      ["crawl", "nonsense"],
      ["nonsense", "http or https URL"],
    ],
    [["crawl", "ftp://example.com/"], ["ftp://example.com/"]],
    [["crawl", url, "http://"], ["http://"]],
    [["fetch", url, url], ["fetch"]],
    [
      ["crawl", url, "--delay", "soon"],
      ["--delay", "soon", "200ms"],
    ],
    [
      ["crawl", url, "--timeout", "0"],
      ["--timeout", "'0'"],
    ],
    [
      ["crawl", url, "--max-bytes", "10XB"],
      ["--max-bytes", "10XB", "10MB"],
    ],
    [
      ["crawl", url, "--max-pages", "0"],
      ["--max-pages", "'0'", ">= 1"],
    ],
    [
      ["crawl", url, "--depth", "1.5"],
      ["--depth", "1.5"],
    ],
    [
      ["crawl", url, "--concurrency", "many"],
      ["--concurrency", "many"],
    ],
    [
      ["crawl", url, "--scope", "world"],
      ["--scope", "world", "same-domain"],
    ],
    [
      ["crawl", url, "--resolve", "example.com:127.0.0.1"],
      ["--resolve", "HOST:PORT:ADDRESS"],
    ],
    [
      ["crawl", url, "--header", "no colon"],
      ["--header", "NAME: VALUE"],
    ],
    [["crawl", url, "--user-agent", "two\nlines"], ["--user-agent"]],
    [
      ["crawl", url, "--quiet", "--verbose"],
      ["--quiet", "--verbose"],
    ],
    [
      ["crawl", url, "--out", "none/pages.jsonl"],
      ["--out", "none/pages.jsonl", "no such folder"],
    ],
    [
      ["crawl", url, "--out", "."],
      ["--out", "a folder"],
    ],
    [
      ["crawl", url, "--metrics-json", "none/m.json"],
      ["--metrics-json", "none/m.json"],
    ],
    [
      ["crawl", url, "--out", "a", "--metrics-json", "./a"],
      ["--out", "--metrics-json"],
    ],
    [
      ["crawl", url, "--cache", process.execPath],
      ["--cache", process.execPath],
    ],
    [
      ["fetch", url, "--method", "G E T"],
      ["--method", "G E T"],
    ],
    [
      ["fetch", url, "--out", "none/body"],
      ["--out", "none/body"],
    ],
    [["fetch", url, "--depth", "1"], ["--depth"]],
    [
      ["crawl", url, "--log", "yaml"],
      ["--log", "json, pretty"],
    ],
    [
      ["crawl", url, "--log-level", "debug"],
      ["--log", "--log-level"],
    ],
    [
      ["crawl", url, "--log-level", "loud"],
      ["--log-level", "trace, debug, info, warn, error"],
    ],
    [
      ["crawl", url, "--metrics-interval", "0"],
      ["--metrics-interval", "above 0"],
    ],
    [["crawl", url, "--out", ""], ["--out"]],
    [["fetch", url, "--out", ""], ["--out"]],
    [["crawl", url, "--metrics-json", ""], ["--metrics-json"]],
    [
      ["crawl", url, "--metrics-json", "-"],
      ["--metrics-json", "standard output"],
    ],
    [
      ["fetch", url, "--out", "-"],
      ["--out", "standard output"],
    ],
    [["crawl", url, "--cache", ""], ["--cache"]],
    [["crawl", url, "--include", ""], ["--include"]],
    [["crawl", url, "--exclude", ""], ["--exclude"]],
    [
      ["crawl", url, "--max-bytes", "0"],
      ["--max-bytes", "above 0"],
    ],
    [
      ["crawl", url, "--out", "a", "--cache", "./a"],
      ["--out", "--cache"],
    ],
    [
      ["crawl", url, "--metrics-json", "a", "--cache", "a/"],
      ["--metrics-json", "--cache"],
    ],
    [
      ["fetch", url, "--out", "a", "--cache", "a"],
      ["--out", "--cache"],
    ],
    [
      ["crawl", url, "--header", "Transfer-Encoding: chunked"],
      ["--header", "Transfer-Encoding"],
    ],
    [
      ["fetch", url, "--header", "Expect: 100-continue"],
      ["--header", "Expect"],
    ],
    [
      ["fetch", url, "--method", "CONNECT"],
      ["--method", "CONNECT"],
    ],
  ])("%j is told in one line, exits 2 and creates nothing", async (args, names) => {
    await using dir = await folder();
    const outputs = args[0] === "crawl" && args.length > 1 ? creating(args) : args;
    const { code, stderr, stdout } = await pagoda(outputs, dir.path);
    expect(stderr).toMatch(/^pagoda: [^\n]+\n$/);
    for (const name of names) expect(stderr).toContain(name);
    expect({ code, stdout, files: await readdir(dir.path) }).toEqual({
      code: 2,
      stdout: "",
      files: [],
    });
  });
});

describe("what is told of a secret that was mistyped", () => {
  it.each([
    ["fetch", url, "--header", "Authorization hush"],
    ["fetch", url, "--header", "X-Key: a\nhush"],
    ["fetch", url, "--header", "Content-Length: hush"],
    ["fetch", url, "--headr=Authorization: hush"],
    ["fetch", url, "-HAuthorization: it's hush"],
    ["crawl", url, "--proxi=http://me:hush@shop.test"],
    ["fetch", "http://me:hush@shop:port/"],
    ["fetch", "ftp://me:hush@shop.test/"],
    ["fetch", " http://me:hush@shop:port/"],
    ["fetch", "me:x/hush@shop.test"],
    ["crawl", "http://me:x#hush@shop.test/"],
    ["crawl", url, "--sitemap", "http://me:x/hush@shop.test/"],
    ["http://me:hush@shop.test/"],
    ["crawl", url, "--delay", "http://me:hush@shop.test/"],
    ["crawl", url, "--resolve", "Authorization: hush"],
  ])("is not the secret: %s %s %s %s", async (...args) => {
    const { code, stderr, stdout } = await pagoda(args.filter((arg) => arg !== undefined));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^pagoda: [^\n]+\n$/);
    expect(stderr).not.toContain("hush");
  });
});

describe("--help", () => {
  it("tells the exit codes", async () => {
    const { code, stdout } = await pagoda(["crawl", "--help"]);
    expect(code).toBe(0);
    for (const exitCode of [0, 1, 2, 130, 143])
      expect(stdout).toMatch(new RegExp(`^  ${exitCode} `, "m"));
  });
});

describe("--version", () => {
  it("tells the version", async () => {
    expect(await pagoda(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

/** The same with outputs that would be created, unless it names them itself. */
function creating(args: readonly string[]): readonly string[] {
  const outputs = { "--out": "pages.jsonl", "--metrics-json": "metrics.json", "--cache": "cache" };
  const missing = Object.entries(outputs).filter(([option]) => !args.includes(option));
  return [...args, ...missing.flat()];
}
