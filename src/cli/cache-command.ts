import { Argument, Command, Option } from "commander";

import { pathOption } from "./path-option.ts";

/** What is to be done with the cache in a folder. */
export type CacheTask = "ls" | "stat" | "verify" | "clear";

/** The options of `pagoda cache`, as they were read. */
export interface CacheValues {
  readonly json?: boolean;
  readonly repair?: boolean;
}

/** Describes `pagoda cache`; `act` does it. */
export function cacheCommand(
  act: (task: CacheTask, dir: string, values: CacheValues) => Promise<void>,
): Command {
  const json = new Option("--json", "print JSON, for programs");
  const repair = new Option("--repair", "remove what is broken or left over, and mend the journal");
  const task = (name: CacheTask, summary: string, ...options: readonly Option[]): Command => {
    const command = new Command(name)
      .description(summary)
      .addArgument(new Argument("<dir>", "the folder of the cache").argParser(pathOption))
      .action((dir: string, values: CacheValues) => act(name, dir, values));
    for (const option of options) command.addOption(option);
    return command;
  };
  return new Command("cache")
    .summary("look into what --cache keeps, check it, or remove it")
    .description(
      "Looks into a folder of --cache, also while crawls use it. Secrets of URLs are not shown, and of " +
        "credentials that set variants apart a digest.",
    )
    .addHelpText("after", exitCodesHelp)
    .addCommand(task("ls", "list what is kept: status, size, age, request, variant", json))
    .addCommand(task("stat", "tell how much is kept, of how much that may be", json))
    .addCommand(task("verify", "read every entry; exit with 1 if one is broken", json, repair))
    .addCommand(task("clear", "remove all that is the cache's own, and nothing else"));
}

const exitCodesHelp = `
Examples:
  pagoda cache stat cache
  pagoda cache ls cache --json
  pagoda cache verify cache --repair

Exit codes:
  0  it was done
  1  verify found an entry that is broken, or the folder could not be read
  2  usage: the folder is that of no cache; nothing was removed`;
