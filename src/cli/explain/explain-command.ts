import { Argument, Command, Option } from "commander";

import { configured, givenIn, placeOf } from "../config/configured.ts";
import type { ConfiguredCommand, Setting } from "../config/setting.ts";
import type { CrawlValues } from "../crawl-command.ts";
import type { FetchValues } from "../fetch-command.ts";
import { collectUrl } from "../start-url.ts";

/** What is to be explained. */
export interface Explained {
  readonly command: ConfiguredCommand;
  readonly urls: readonly string[];
  readonly values: CrawlValues & FetchValues;
  /** The options that are no defaults. */
  readonly given: ReadonlySet<string>;
  /** Where an option was given; undefined where it was not. */
  readonly placeOf: (setting: Setting) => string | undefined;
  readonly isJson: boolean;
}

/** Describes `pagoda explain`; `act` does it. */
export function explainCommand(act: (explained: Explained) => Promise<void>): Command {
  return new Command("explain")
    .summary("tell which stack the options build, and why in that order")
    .description(
      "Tells which stack of layers these options of pagoda crawl or pagoda fetch build, from the outside in: what " +
        "each layer does and why it stands there; and where each option came from. Sends nothing.",
    )
    .addHelpText("after", help)
    .addCommand(explaining("crawl", act), { isDefault: true })
    .addCommand(explaining("fetch", act));
}

const help = `
Examples:
  pagoda explain
  pagoda explain --config pagoda.toml --delay 1s
  pagoda explain fetch --cache cache --json

Exit codes:
  0  it was told
  2  usage: an option, a variable or a file is not what it must be`;

function explaining(as: ConfiguredCommand, act: (explained: Explained) => Promise<void>): Command {
  const command: Command = new Command(as)
    .summary(`the stack of pagoda ${as}`)
    .description(`Tells which stack the options of pagoda ${as} build, and why in that order.`)
    .addArgument(new Argument("[url...]", "as in that command").argParser(collectUrl))
    .action((urls: readonly string[], values: Explained["values"] & { readonly json?: boolean }) =>
      act({
        command: as,
        urls,
        values,
        given: givenIn(command),
        placeOf: (setting) => placeOf(command, setting),
        isJson: values.json === true,
      }),
    );
  return configured(command, as).addOption(new Option("--json", "print JSON, for programs"));
}
