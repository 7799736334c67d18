import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { exampleOf } from "../../../src/cli/config/example-of.ts";
import type { ConfiguredCommand, Setting } from "../../../src/cli/config/setting.ts";
import { settingsOf } from "../../../src/cli/config/settings.ts";
import { pathOption } from "../../../src/cli/path-option.ts";
import { folder } from "../command.ts";
import { valuesOf } from "./configured.ts";

const every = (["crawl", "fetch"] as const).flatMap((command) =>
  settingsOf(command).map((setting) => ({ command, setting, name: `${command} ${setting.key}` })),
);
const isOff = ({ kind }: Setting): boolean => kind === "off";

/** The sources that say something, and the one that counts. */
const combinations = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => {
  const [flag, variable, file] = [(n & 4) !== 0, (n & 2) !== 0, (n & 1) !== 0];
  const said = Object.entries({ "the flag": flag, "the variable": variable, "the file": file });
  const name = said.flatMap(([source, says]) => (says ? source : [])).join(" and ") || "not said";
  const wins = flag ? "the flag" : variable ? "the variable" : file ? "the file" : "the default";
  return { flag, variable, file, name, wins } as const;
});

describe.each(every.filter(({ setting }) => !isOff(setting)))("$name", ({ command, setting }) => {
  const { attribute } = setting;

  it("means the same as a flag, as a variable and in a file", async () => {
    await using dir = await folder();
    for (const sample of samplesOf(setting)) {
      const byFlag = await valuesOf(command, flagOf(setting, sample));
      const byVariable = await valuesOf(command, [], { [setting.variable]: String(sample) });
      const file = await fileOf(dir.path, setting, command, sample);
      const byFile = await valuesOf(command, ["--config", file]);
      expect(byFlag[attribute]).toBeDefined();
      expect(byVariable[attribute]).toEqual(byFlag[attribute]);
      expect(byFile[attribute]).toEqual(inFolder(setting, dir.path, byFlag[attribute]));
    }
  });

  it.each(combinations)(
    "counts as $wins where it is $name",
    async ({ flag, variable, file, wins }) => {
      await using dir = await folder();
      const [first, second = first, third = first] = samplesOf(setting);
      const config = ["--config", await fileOf(dir.path, setting, command, third)];
      const values = await valuesOf(
        command,
        [...(file ? config : []), ...(flag ? flagOf(setting, first) : [])],
        variable ? { [setting.variable]: String(second) } : {},
      );
      const samples = { "the flag": first, "the variable": second, "the file": third };
      const flags = wins === "the default" ? [] : flagOf(setting, samples[wins]);
      const expected = (await valuesOf(command, flags))[attribute];
      const isOfFile = wins === "the file";
      expect(values[attribute]).toEqual(
        isOfFile ? inFolder(setting, dir.path, expected) : expected,
      );
    },
  );
});

describe("--no-cache", () => {
  it("takes away what a file or a variable names, unless a flag names another", async () => {
    await using dir = await folder();
    const file = join(dir.path, "pagoda.toml");
    await writeFile(file, 'cache = "kept"\n[features]\ncache = false\n');
    expect((await valuesOf("crawl", ["--config", file]))["cache"]).toBeUndefined();
    const named = { PAGODA_CACHE: "other" };
    expect((await valuesOf("crawl", ["--config", file], named))["cache"]).toBe("other");
    expect((await valuesOf("crawl", ["--no-cache"], named))["cache"]).toBeUndefined();
    const both = { ...named, PAGODA_NO_CACHE: "yes" };
    expect((await valuesOf("crawl", [], both))["cache"]).toBeUndefined();
    expect((await valuesOf("crawl", ["--cache", "mine"], both))["cache"]).toBe("mine");
  });
});

describe("configured", () => {
  it("finds the file by PAGODA_CONFIG, unless --config names another", async () => {
    await using dir = await folder();
    const [one, two] = [join(dir.path, "1.toml"), join(dir.path, "2.toml")];
    await writeFile(one, "[crawl]\ndepth = 1\n");
    await writeFile(two, "[crawl]\ndepth = 2\n");
    const environment = { PAGODA_CONFIG: one };
    expect((await valuesOf("crawl", [], environment))["depth"]).toBe(1);
    expect((await valuesOf("crawl", ["--config", two], environment))["depth"]).toBe(2);
    expect((await valuesOf("crawl", [], { PAGODA_CONFIG: "" }))["depth"]).toBeUndefined();
  });

  it("tells which file it read, be it named by a flag or a variable", async () => {
    await using dir = await folder();
    const file = join(dir.path, "1.toml");
    await writeFile(file, "");
    expect((await valuesOf("crawl", ["--config", file]))["config"]).toBe(file);
    expect((await valuesOf("crawl", [], { PAGODA_CONFIG: file }))["config"]).toBe(file);
  });

  it("takes what the table of a command says before what stands before all tables", async () => {
    await using dir = await folder();
    const file = join(dir.path, "pagoda.toml");
    await writeFile(file, 'retries = 5\n[fetch]\nretries = 7\n[crawl]\ndelay = "1s"\n');
    expect((await valuesOf("crawl", ["--config", file]))["retries"]).toBe(5);
    expect((await valuesOf("fetch", ["--config", file]))["retries"]).toBe(7);
    expect((await valuesOf("fetch", ["--config", file]))["delay"]).toBeUndefined();
  });

  it("puts out what a flag contradicts, and refuses what one source contradicts itself", async () => {
    await using dir = await folder();
    const file = join(dir.path, "pagoda.toml");
    await writeFile(file, "[crawl]\nquiet = true\n");
    const config = ["--config", file];
    expect(await valuesOf("crawl", [...config, "--verbose"])).not.toHaveProperty("quiet");
    expect(await valuesOf("crawl", config, { PAGODA_VERBOSE: "1" })).toMatchObject({
      verbose: true,
    });
    expect(await valuesOf("crawl", ["--no-verbose", ...config])).toMatchObject({ quiet: true });
    await writeFile(file, "[crawl]\nquiet = true\nverbose = true\n");
    await expect(valuesOf("crawl", config)).rejects.toThrow(
      `${file}:3:1: Expected verbose or quiet (${file}:2:1): got both`,
    );
  });

  it("has a variable that is empty say nothing, and one of another command too", async () => {
    const environment = { PAGODA_DELAY: "", PAGODA_METHOD: "HEAD" };
    expect(await valuesOf("crawl", [], environment)).toEqual(await valuesOf("crawl", []));
  });
});

/** Some values that the option can have, as they are typed. */
function samplesOf(setting: Setting): readonly [string | boolean, ...(string | boolean)[]] {
  if (setting.kind === "switch") return [true, false];
  const { argChoices } = setting.option;
  if (argChoices) return [exampleOf(setting), ...argChoices.slice(1)];
  const example = exampleOf(setting);
  if (setting.kind === "whole") return [example, `1${example}`];
  if (setting.isOptional) return [example, "http://a.test/sitemap.xml", true];
  return [example, other(example)];
}

function other(example: string): string {
  return /\d+$/.test(example)
    ? `${example}1`
    : example.replace(/^\w/, (first) =>
        first === "1" || first === "5" || first === "8" ? "2" : "X",
      );
}

function flagOf({ key, kind, option }: Setting, sample: string | boolean): readonly string[] {
  if (kind === "switch") return [sample === true ? `--${key}` : `--no-${key}`];
  return sample === true ? [option.long ?? ""] : [option.long ?? "", String(sample)];
}

async function fileOf(
  dir: string,
  setting: Setting,
  command: ConfiguredCommand,
  sample: string | boolean,
): Promise<string> {
  const file = join(dir, "pagoda.toml");
  const isBare = typeof sample === "boolean" || setting.kind === "whole";
  const written = isBare ? String(sample) : JSON.stringify(sample);
  const value = setting.kind === "list" && !isBare ? `[${written}]` : written;
  const table = setting.table === "" ? command : setting.table;
  await writeFile(file, `[${table}]\n${setting.key} = ${value}\n`);
  return file;
}

/** Paths in a file are relative to its folder. */
function inFolder({ option }: Setting, dir: string, value: unknown): unknown {
  const isPath = /<(?:file|dir)>/.test(option.flags) && option.parseArg !== undefined;
  return isPath && typeof value === "string" ? join(dir, pathOption(value)) : value;
}
