import { Argument, Command, Option } from "commander";

import { fileOption } from "./path-option.ts";

/** The options of `pagoda init`, as they were read. */
export interface InitValues {
  readonly force?: boolean;
}

/** Describes `pagoda init`; `act` does it. */
export function initCommand(act: (file: string, values: InitValues) => Promise<void>): Command {
  return new Command("init")
    .summary("write a file with all options and their defaults, for --config")
    .description(
      "Writes a file with all options and their defaults, each with what it does. As it is it changes nothing: " +
        "take away a # to make a line count.",
    )
    .addArgument(new Argument("[file]", "where to").default("pagoda.toml").argParser(fileOption))
    .addOption(new Option("--force", "write over a file that is there"))
    .addHelpText("after", help)
    .action(act);
}

const help = `
Examples:
  pagoda init
  pagoda init shop.toml && pagoda crawl --config shop.toml https://example.com

Exit codes:
  0  it was written
  2  usage: there is a file already, or none can be written there`;
