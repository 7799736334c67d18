import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { readConfig } from "../../../src/cli/config/config-file.ts";
import { configTemplate, defaultOf } from "../../../src/cli/config/config-template.ts";
import { allSettings } from "../../../src/cli/config/settings.ts";
import { runInit } from "../../../src/cli/run-init.ts";
import { valuesOf } from "./configured.ts";

describe("configTemplate", () => {
  it.each(["crawl", "fetch"] as const)("changes nothing of pagoda %s as it is", async (command) => {
    const file = await fileOf(configTemplate());
    const { config, ...values } = await valuesOf(command, ["--config", file]);
    expect(config).toBe(file);
    expect(values).toEqual(await valuesOf(command, []));
  });

  it("has every option, and with its # taken away each is its default, or can be read", async () => {
    const read = readConfig(configTemplate().replaceAll(/^#(?=\S)/gm, ""), "pagoda.toml");
    const offs = allSettings().filter(({ kind }) => kind === "off");
    expect(read.length).toBe(allSettings().length - offs.length);
    const defaults = { ...(await valuesOf("fetch", [])), ...(await valuesOf("crawl", [])) };
    for (const { given } of read) {
      const { attribute } = given.setting;
      if (defaults[attribute] === undefined || defaultOf(given.setting) === undefined) continue;
      expect([attribute, given.value]).toEqual([attribute, defaults[attribute]]);
    }
  });

  it.each([
    'state = "crawl.db"',
    'metrics-json = "stats.json"',
    'sitemap = ["https://example.com/sitemap.xml"]',
    'otlp = "http://localhost:4318"',
    'log-level = "info"',
    'data = "name=value"',
  ])("has an example that makes sense: %s", (line) => {
    expect(configTemplate()).toContain(`\n#${line}\n`);
  });

  it("says of each option what its help says", () => {
    const text = configTemplate();
    for (const { option } of allSettings()) {
      expect(text).toContain(option.description.replace(" (repeatable)", ""));
    }
  });
});

describe("runInit", () => {
  it("writes a file, and over one that is there only by force", async () => {
    const file = await fileOf("mine");
    await expect(runInit(file, {})).rejects.toThrow(
      `Expected a file that is not there yet, or --force: got ${file}`,
    );
    expect(await readFile(file, "utf8")).toBe("mine");
    expect(await runInit(file, { force: true })).toBe(0);
    expect(await readFile(file, "utf8")).toBe(configTemplate());
    await expect(runInit(join(file, "below"), {})).rejects.toThrow("a file that can be written");
  });
});

async function fileOf(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "pagoda-init-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, "pagoda.toml");
  await writeFile(file, text);
  return file;
}
