import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { Interrupts } from "../../src/cli/interrupts.ts";
import { requireAccepted } from "../../src/cli/require-accepted.ts";
import { runCrawl } from "../../src/cli/run-crawl.ts";
import { UsageError } from "../../src/cli/usage-error.ts";
import { folder } from "./command.ts";
import { typedOf } from "./typed-of.ts";

const url = "http://127.0.0.1:9/";

describe("requireAccepted", () => {
  it("accepts what a crawl takes, also without a URL", async () => {
    for (const args of [[url], [url, "--sitemap"], ["--sitemap", url, "--exclude", "*/a"]]) {
      const accepted = requireAccepted(await typedOf(...args), undefined);
      await expect(accepted).resolves.toBeUndefined();
    }
    const withoutUrl = { ...(await typedOf(url)), urls: [] };
    await expect(requireAccepted(withoutUrl, undefined)).resolves.toBeUndefined();
  });

  it.each<[wrong: object, named: string]>([
    [{ exclude: ["blog"] }, '"exclude"'],
    [{ concurrency: 0 }, '"concurrency"'],
    [{ delay: -1 }, "delayMs"],
  ])("refuses %j before a database is made", async (wrong, named) => {
    await using dir = await folder();
    const typed = await typedOf(url, "--state", join(dir.path, "crawl.db"));
    using interrupts = new Interrupts();
    const refused = runCrawl({ ...typed, values: { ...typed.values, ...wrong } }, interrupts);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(named);
    expect(await readdir(dir.path)).toEqual([]);
  });
});
