import { describe, expect, it } from "vitest";

import { readConfig } from "../../src/cli/config/config-file.ts";
import { environmentValues } from "../../src/cli/config/environment.ts";
import { crawlCommand } from "../../src/cli/crawl-command.ts";
import { explainCommand } from "../../src/cli/explain/explain-command.ts";

const wrongPatterns = ["blog", "/item/*", "[", "", "ftp://*", "http:a*"];
const expected = 'a pattern of whole URLs, such as "*/blog/*"';

describe("--include and --exclude", () => {
  it.each(wrongPatterns)("refuse %j, which matches no URL, wherever it is given", async (text) => {
    for (const command of [crawlCommand(unexpected), explainCommand(unexpected)]) {
      const all = [command, ...command.commands];
      for (const one of all) one.exitOverride().configureOutput({ writeErr() {} });
      const args = ["--exclude", text, "http://a.test/"];
      await expect(command.parseAsync(args, { from: "user" })).rejects.toThrow(expected);
    }
    expect(() => environmentValues("crawl", { PAGODA_INCLUDE: text || "x" })).toThrow(
      `Expected PAGODA_INCLUDE to be ${expected}`,
    );
    expect(() => readConfig(`[crawl]\ninclude = [${JSON.stringify(text)}]`, "a.toml")).toThrow(
      `a.toml:2:1: Expected crawl.include to be ${expected}`,
    );
  });

  it.each(["*", "*/blog/*", "http*", "https://a.test/", "https://a.test/*"])("take %j", (text) => {
    expect(environmentValues("crawl", { PAGODA_EXCLUDE: text })[0]?.value).toEqual([text]);
  });
});

async function unexpected(): Promise<void> {
  throw new Error("Expected the pattern to be refused");
}
