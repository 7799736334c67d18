import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import { configVariable } from "../../../src/cli/config/environment.ts";
import { fetchCommand } from "../../../src/cli/fetch-command.ts";
import { Interrupts } from "../../../src/cli/interrupts.ts";
import { runCrawl } from "../../../src/cli/run-crawl.ts";
import { runFetch } from "../../../src/cli/run-fetch.ts";
import { runExport } from "../../../src/cli/state/run-export.ts";
import { SqliteFrontier } from "../../../src/sqlite/sqlite-frontier.ts";
import { folder } from "../command.ts";
import { typedOf } from "../typed-of.ts";

describe("--config", () => {
  it.each(["--out", "--metrics-json", "--state"])("is not written over by %s", async (option) => {
    await using dir = await folder();
    const file = join(dir.path, "p.toml");
    const link = join(dir.path, "link");
    await writeFile(file, "timeout = 5\n");
    await symlink(file, link);
    using interrupts = new Interrupts();
    const typed = await typedOf("http://127.0.0.1:1", `--config=${file}`, `${option}=${link}`);
    const crawled = runCrawl(typed, interrupts, new PassThrough());
    await expect(crawled).rejects.toThrow(/different paths for --config and|no SQLite database/);
    expect(await readFile(file, "utf8")).toBe("timeout = 5\n");
  });

  it("is not written over by an export where a variable names it", async () => {
    await using dir = await folder();
    const file = join(dir.path, "p.toml");
    const database = join(dir.path, "crawl.db");
    await writeFile(file, "timeout = 5\n");
    new SqliteFrontier({ file: database, keepItems: true }).database.close();
    const before = process.env[configVariable];
    process.env[configVariable] = file;
    try {
      await expect(runExport(database, { out: file })).rejects.toThrow(
        `Expected different paths for --out and PAGODA_CONFIG: got ${file}`,
      );
    } finally {
      if (before === undefined) delete process.env[configVariable];
      else process.env[configVariable] = before;
    }
  });

  it("is not written over by the body of a fetch", async () => {
    await using dir = await folder();
    const file = join(dir.path, "p.toml");
    await writeFile(file, "timeout = 5\n");
    using interrupts = new Interrupts();
    const command = fetchCommand(async (url, values) => {
      await runFetch(url, values, interrupts);
    });
    const args = ["http://127.0.0.1:1", `--config=${file}`, `--out=${file}`];
    await expect(command.parseAsync(args, { from: "user" })).rejects.toThrow(
      `Expected different paths for --config and --out: got ${file}`,
    );
  });
});
