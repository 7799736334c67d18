import { Argument, Command, Option } from "commander";

import type { FormatName } from "./out-format.ts";
import { fileOption, pathOption } from "./path-option.ts";
import { startUrl } from "./start-url.ts";
import { hostKey } from "./state/host-key.ts";
import { whole } from "./units.ts";

/** What can be done with the database of a crawl. Each resolves to its exit code. */
export interface StateTasks {
  readonly status: (file: string, values: JsonValues) => Promise<number>;
  readonly why: (file: string, url: string, values: JsonValues) => Promise<number>;
  readonly retryFailed: (file: string, values: RetryFailedValues) => Promise<number>;
  readonly export: (file: string, values: ExportValues) => Promise<number>;
}

/** Does one of them. */
type Act = (task: (tasks: StateTasks) => Promise<number>) => Promise<void>;

/** The options of `pagoda status` and `pagoda why`, as they were read. */
export interface JsonValues {
  readonly json?: boolean;
}

/** The options of `pagoda retry-failed`, as they were read. */
export interface RetryFailedValues {
  readonly host?: string;
  readonly status?: number;
  readonly reason?: string;
}

/** The options of `pagoda export`, as they were read. */
export interface ExportValues {
  readonly out?: string;
  readonly format?: FormatName;
}

/** Describes the commands for databases of `pagoda crawl --state`; `act` does them. */
export function stateCommands(act: Act): readonly Command[] {
  return [statusCommand(act), whyCommand(act), retryFailedCommand(act), exportCommand(act)];
}

function statusCommand(act: Act): Command {
  return new Command("status")
    .summary("tell where a crawl with --state stands")
    .description(
      "Tells where a crawl with --state stands, also while it runs: pages, what waits and is held, what " +
        "failed and how, hosts with the most left to do. Changes nothing, and keeps nobody from the file.",
    )
    .addArgument(database())
    .addOption(json())
    .addHelpText("after", helpOf(["pagoda status crawl.db", "pagoda status crawl.db --json"]))
    .action((file: string, values: JsonValues) => act((tasks) => tasks.status(file, values)));
}

function whyCommand(act: Act): Command {
  return new Command("why")
    .summary("tell what became of a URL in a crawl with --state, and why")
    .description(
      "Tells what became of a URL in a crawl with --state: fetched, redirected, left out by what, failed " +
        "how, or waiting for what; of another spelling of it, which one that is. Changes nothing.",
    )
    .addArgument(database())
    .addArgument(new Argument("<url>", "which URL").argParser(startUrl))
    .addOption(json())
    .addHelpText("after", helpOf(["pagoda why crawl.db https://example.com/a"], unknownHelp))
    .action((file: string, url: string, values: JsonValues) =>
      act((tasks) => tasks.why(file, url, values)),
    );
}

function retryFailedCommand(act: Act): Command {
  return new Command("retry-failed")
    .summary("have requests of a crawl with --state that failed tried again")
    .description(
      "Has requests that failed, or whose host was given up, wait again with no attempt made, and tells how " +
        "many. The crawl fetches them when it goes on. Not while it runs.",
    )
    .addArgument(database())
    .addOption(new Option("--host <name>", "only those of this host").argParser(hostKey))
    .addOption(
      new Option("--status <code>", "only those answered with this status").argParser(whole(100)),
    )
    .addOption(
      new Option(
        "--reason <name>",
        "failed, host_down, refused or robots, or the code of an error such as timeout (default: failed and host_down)",
      ),
    )
    .addHelpText("after", helpOf(["pagoda retry-failed crawl.db --status 503"]))
    .action((file: string, values: RetryFailedValues) =>
      act((tasks) => tasks.retryFailed(file, values)),
    );
}

function exportCommand(act: Act): Command {
  return new Command("export")
    .summary("write the pages of a crawl with --state, each once")
    .description(
      "Writes the pages that a crawl with --state has put out, each once, in the order in which they were " +
        "done; also while it runs. Changes nothing in the database.",
    )
    .addArgument(database())
    .addOption(
      new Option("--format <name>", "how (default: csv where --out ends so, else jsonl)").choices([
        "jsonl",
        "csv",
      ]),
    )
    .addOption(
      new Option("--out <file>", "where to (default: the standard output)").argParser(pathOption),
    )
    .addHelpText("after", helpOf(["pagoda export crawl.db --format csv --out pages.csv"]))
    .action((file: string, values: ExportValues) => act((tasks) => tasks.export(file, values)));
}

function database(): Argument {
  return new Argument("<database>", "the file of --state").argParser(fileOption);
}

function json(): Option {
  return new Option("--json", "print JSON, for programs");
}

const unknownHelp = "the crawl has not come across the URL";

function helpOf(examples: readonly string[], failure?: string): string {
  return `
Examples:
${examples.map((example) => `  ${example}`).join("\n")}

Exit codes:
  0  it was done
  1  ${failure === undefined ? "" : `${failure}, or `}the database or an output failed
  2  usage: the file is no database of a crawl, or a process has it that must not`;
}
