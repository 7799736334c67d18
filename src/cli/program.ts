import { Command, CommanderError } from "commander";

import { version } from "../http/client/version.ts";
import { cacheCommand } from "./cache-command.ts";
import { crawlCommand } from "./crawl-command.ts";
import { messageOf } from "./error-message.ts";
import { exitCodes, exitCodesHelp } from "./exit-codes.ts";
import { explainCommand } from "./explain/explain-command.ts";
import { fetchCommand } from "./fetch-command.ts";
import { initCommand } from "./init-command.ts";
import { Interrupts } from "./interrupts.ts";
import { printable } from "./printable.ts";
import { print } from "./standard-output.ts";
import { stateCommands } from "./state-commands.ts";
import { UsageError } from "./usage-error.ts";
import { withoutValues } from "./without-values.ts";

/**
 * Does what the arguments say, and resolves to the exit code.
 *
 * Whatever goes wrong is told in one line on the standard error.
 */
export async function run(args: readonly string[]): Promise<number> {
  using interrupts = new Interrupts();
  let code: number = exitCodes.done;
  let help = "";
  const pagoda = new Command("pagoda")
    .description("Fetches pages and crawls sites, politely.")
    .version(version)
    .addHelpText("after", `${examples}\n${exitCodesHelp}`);
  const commands = [
    crawlCommand(async (typed) => {
      const { runCrawl } = await import("./run-crawl.ts"); // heavy, and not needed for a usage error
      code = await runCrawl(typed, interrupts);
    }),
    fetchCommand(async (url, values) => {
      const { runFetch } = await import("./run-fetch.ts");
      code = await runFetch(url, values, interrupts);
    }),
    initCommand(async (file, values) => {
      const { runInit } = await import("./run-init.ts");
      code = await runInit(file, values);
    }),
    explainCommand(async (explained) => {
      const { runExplain } = await import("./explain/run-explain.ts");
      code = await runExplain(explained);
    }),
    cacheCommand(async (task, dir, values) => {
      const { runCache } = await import("./run-cache.ts");
      code = await runCache(task, dir, values);
    }),
    ...stateCommands(async (task) => {
      const { stateTasks } = await import("./state/run-state.ts");
      code = await task(stateTasks);
    }),
  ];
  for (const command of commands) pagoda.addCommand(command);
  for (const command of [pagoda, ...commands, ...commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({
      outputError: (text, write) => write(oneLine(withoutValues(text))),
      writeOut: (text) => void (help += text),
    });
  }
  try {
    await pagoda.parseAsync(args, { from: "user" }).catch(rethrowUnlessHelp);
    if (help !== "") await print(help);
    return code;
  } catch (error) {
    return codeOf(error);
  }
}

const examples = `
Examples:
  pagoda crawl https://example.com --max-pages 100 --out pages.jsonl
  pagoda fetch https://example.com
  pagoda init && pagoda crawl --config pagoda.toml https://example.com
  pagoda explain --delay 1s

More about a command: pagoda help crawl`;

/** Commander throws, too, when it has given help or the version. */
function rethrowUnlessHelp(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

function codeOf(error: unknown): number {
  if (error instanceof CommanderError) return exitCodes.usage;
  process.stderr.write(oneLine(messageOf(error)));
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

/**
 * Commander begins with `error: ` and puts its suggestions on a second line. What was typed does not
 * rule the terminal.
 */
function oneLine(text: string): string {
  const line = text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  return `pagoda: ${printable(line)}\n`;
}
