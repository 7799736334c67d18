import { readFile } from "node:fs/promises";

import { reasonOf } from "../error-message.ts";
import { UsageError } from "../usage-error.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { Given } from "./environment.ts";
import { readSetting } from "./read-setting.ts";
import { type ConfiguredCommand, type Setting, type TableName, tableNames } from "./setting.ts";
import { allSettings, settingsIn, settingsOf } from "./settings.ts";
import { type TomlEntry, tomlEntries } from "./toml-entries.ts";
import { TomlTable } from "./toml-table.ts";

const [, ...tables] = tableNames;

/**
 * What a file says of the options of a command. All of it is checked, whichever command is run.
 *
 * Rejects with a {@link UsageError} that tells file, line, column and key.
 */
export async function configValues(
  command: ConfiguredCommand,
  file: string,
): Promise<readonly Given[]> {
  const attributes = new Set(settingsOf(command).map(({ attribute }) => attribute));
  return readConfig(await textOf(file), file)
    .filter(({ table, given }) => isFor(command, table) && attributes.has(given.setting.attribute))
    .toSorted((a, b) => tableNames.indexOf(a.table) - tableNames.indexOf(b.table))
    .map(({ given }) => given);
}

/** What a text of TOML says of options, and in which table. */
export function readConfig(
  text: string,
  file: string,
): readonly { readonly table: TableName; readonly given: Given }[] {
  return tomlEntries(text, file).flatMap((entry) => {
    if (isKnownTable(entry)) return [];
    const { setting, table } = placeIn(entry);
    const { place, value: said, written } = entry;
    const value = readSetting({ setting, said, written, name: keyOf(entry), place, file });
    const given = { setting, source: "config", place } as const;
    if (setting.kind !== "off") return [{ table, given: { ...given, value } }];
    return value === false ? [{ table, given: { ...given, value: undefined } }] : [];
  });
}

function isFor(command: ConfiguredCommand, table: TableName): boolean {
  return table === "" || table === "features" || table === command;
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const why = reasonOf(error);
    throw new UsageError(`Expected --config to be a file that can be read: got ${file} (${why})`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes); // without a byte order mark
  } catch {
    throw new UsageError(`Expected --config to be a text in UTF-8: got ${file}`);
  }
}

/** Whether it is one of our tables, in whose place nothing else stands. */
function isKnownTable({ path, place, value }: TomlEntry): boolean {
  if (!(value instanceof TomlTable) || path.length > 1) return false;
  const [name = ""] = path;
  const isOurs = tables.some((table) => table === name);
  const isOption = allSettings().some((setting) => setting.key === name);
  if (!isOurs && isOption) return false;
  if (!isOurs) throw noTable(name, place);
  if (!value.isListed) return true;
  throw new UsageError(`${place}: Expected [${name}] to be one table: got a list, [[${name}]]`);
}

function noTable(name: string, place: string): UsageError {
  const known = tables.map((table) => `[${table}]`).join(", ");
  const hint = didYouMean(name, tables);
  return new UsageError(`${place}: Expected one of the tables ${known}: got [${name}]${hint}`);
}

/** The option that a key stands for. */
function placeIn(entry: TomlEntry): { readonly setting: Setting; readonly table: TableName } {
  const { path, place } = entry;
  const [key = "", ...further] = path.slice(path.length > 1 ? 1 : 0);
  const table = tableOf(entry);
  const settings = settingsIn(table);
  const setting = settings.find((candidate) => candidate.key === key);
  if (setting && further.length === 0) return { setting, table };
  const names = path.length === 1 ? [...namesOf(settings), ...tables] : namesOf(settings);
  const hint = elsewhere(key) ?? didYouMean(key, names);
  throw new UsageError(`${place}: There is no option ${keyOf(entry)}${hint}`);
}

function tableOf({ path: [first = "", ...rest], place }: TomlEntry): TableName {
  const table = tables.find((name) => name === first);
  if (rest.length === 0 && !table) return "";
  if (rest.length > 0 && table) return table;
  if (!table) throw noTable(first, place);
  throw new UsageError(`${place}: Expected [${table}] to be a table: got a value`);
}

/** Where a key would be right. */
function elsewhere(key: string): string | undefined {
  const at = allSettings().find((setting) => setting.key === key);
  if (!at) return undefined;
  return at.table === ""
    ? " here (it stands before all tables)"
    : ` here (it stands in [${at.table}])`;
}

function namesOf(settings: readonly Setting[]): readonly string[] {
  return settings.map(({ key }) => key);
}

function keyOf({ path }: TomlEntry): string {
  return path.join(".");
}
