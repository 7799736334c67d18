import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { configTemplate } from "../../src/cli/config/config-template.ts";
import { runInit } from "../../src/cli/run-init.ts";
import { folder } from "./command.ts";

describe("runInit", () => {
  it("writes a file whole, over another only with --force, and leaves no other behind", async () => {
    await using dir = await folder();
    const file = join(dir.path, "p.toml");
    await runInit(file, {});
    expect(await readFile(file, "utf8")).toBe(configTemplate());
    await writeFile(file, "mine");
    await expect(runInit(file, {})).rejects.toThrow("Expected a file that is not there yet");
    expect(await readFile(file, "utf8")).toBe("mine");
    await runInit(file, { force: true });
    expect(await readFile(file, "utf8")).toBe(configTemplate());
    expect(await readdir(dir.path)).toEqual(["p.toml"]);
  });

  it("leaves nothing behind where it cannot write", async () => {
    await using dir = await folder();
    const missing = join(dir.path, "no", "p.toml");
    await expect(runInit(missing, {})).rejects.toThrow("Expected a file that can be written");
    await expect(runInit(dir.path, { force: true })).rejects.toThrow("Expected a file that can");
    expect(await readdir(dir.path)).toEqual([]);
  });
});
