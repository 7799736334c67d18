import type { Option } from "commander";

import { crawlFlags } from "../crawl-flags.ts";
import { fetchFlags } from "../fetch-flags.ts";
import { sharedOptions } from "../shared-options.ts";
import { type ConfiguredCommand, type Setting, settingOf, type TableName } from "./setting.ts";

/** All options of a command that a file and the environment can give, as its flags define them. */
export function settingsOf(command: ConfiguredCommand): readonly Setting[] {
  const own = command === "crawl" ? crawlFlags() : fetchFlags();
  const shared = sharedOptions();
  const all = [...own, ...shared];
  const those = (options: readonly Option[], table: TableName): readonly Setting[] =>
    options.map((option) => settingOf(option, table, all));
  return [...those(own, command), ...those(shared, "")];
}

/** Those of all commands. */
export function allSettings(): readonly Setting[] {
  const crawl = settingsOf("crawl");
  const fetch = settingsOf("fetch").filter(({ table, key }) => !crawl.some(isAt(table, key)));
  return [...crawl, ...fetch];
}

/** What may stand in a table: there, an option that all commands have can be told one of them only. */
export function settingsIn(table: TableName): readonly Setting[] {
  if (table === "features" || table === "") {
    return allSettings().filter((setting) => setting.table === table);
  }
  return settingsOf(table).filter((setting) => setting.table !== "features");
}

function isAt(table: TableName, key: string): (setting: Setting) => boolean {
  return (setting) => setting.table === table && setting.key === key;
}
