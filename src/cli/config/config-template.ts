import { version } from "../../http/client/version.ts";
import { exampleOf } from "./example-of.ts";
import { type Setting, type TableName, tableNames } from "./setting.ts";
import { allSettings } from "./settings.ts";

/**
 * The text of a file with all options: their defaults, and examples of what has none. As it is, it changes
 * nothing; a line counts without its `#`.
 */
export function configTemplate(): string {
  return [head, ...tableNames.map(tableText)].join("\n");
}

/** The default of an option; undefined where it has none but being absent. */
export function defaultOf({ kind, option }: Setting): string | number | boolean | undefined {
  const { defaultValue, defaultValueDescription, description, negate } = option;
  if (kind === "switch" || kind === "off") return negate || description.includes("(default: yes");
  if (defaultValue === undefined || defaultValue === false) return undefined;
  const isWhole = kind === "whole" && typeof defaultValue === "number";
  return isWhole ? defaultValue : (defaultValueDescription ?? String(defaultValue));
}

const head = `# All options of pagoda ${version} with their defaults, or an example. Take away a # to make a line count.
#
#   pagoda crawl --config pagoda.toml https://example.com
#
# Flags count before environment variables (PAGODA_MAX_PAGES=500), and those before this file. Paths are
# relative to its folder. Durations are "200ms", "5s", "2m", "1h"; sizes "500kB", "10MB", "10MiB".
# What stands before [crawl] may stand in [crawl] or [fetch] too, for that command only.
`;

function tableText(table: TableName): string {
  const settings = allSettings().filter((setting) => setting.table === table);
  const blocks = settings.map((setting) => `${commentOf(setting)}\n#${lineOf(setting)}\n`);
  return [...(table === "" ? [] : [`[${table}]\n`]), ...blocks].join("\n");
}

function commentOf({ isSecret, option }: Setting): string {
  const choices = option.argChoices ? `: ${option.argChoices.join(", ")}` : "";
  const text = option.description.replace(" (repeatable)", "");
  return `# ${option.negate ? `if false: ${text}` : text}${choices}${isSecret ? "; may be a secret" : ""}`;
}

function lineOf(setting: Setting): string {
  const { key, kind } = setting;
  const value = defaultOf(setting) ?? exampleOf(setting);
  const isBare = typeof value !== "string" || kind === "whole";
  const written = isBare ? String(value) : JSON.stringify(value);
  return `${key} = ${kind === "list" ? `[${written}]` : written}`;
}
