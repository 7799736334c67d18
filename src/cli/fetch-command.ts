import { Argument, Command, InvalidArgumentError, Option } from "commander";

import { isHeaderName } from "../http/header-syntax.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { fileOption } from "./path-option.ts";
import { sharedOptions, type SharedValues } from "./shared-options.ts";
import { startUrl } from "./start-url.ts";

/** The options of `pagoda fetch`, as they were read. */
export interface FetchValues extends SharedValues {
  readonly method?: string;
  readonly data?: string;
  readonly out?: string;
  readonly body?: boolean;
}

/** Describes `pagoda fetch`; `act` does it. */
export function fetchCommand(act: (url: string, values: FetchValues) => Promise<void>): Command {
  const command = new Command("fetch")
    .summary("send one request, and show what each layer did")
    .description(
      "Sends one request and shows what each layer did and when, then status and headers of the " +
        "response. A URL without a scheme is https.",
    )
    .addArgument(new Argument("<url>", "what to fetch").argParser(startUrl))
    .addHelpText("after", `${notes}\n${exitCodesHelp}`)
    .action(act);
  for (const option of [...ownOptions(), ...sharedOptions()]) command.addOption(option);
  return command;
}

const notes = `
Durations are 200ms, 5s, 2m, 1h; sizes 500kB, 10MB, 10MiB. Bare numbers are milliseconds and bytes.`;

function ownOptions(): readonly Option[] {
  return [
    new Option("--method <name>", "how to ask (default: GET, with --data POST)").argParser(
      methodOf,
    ),
    new Option("--data <text>", "body of the request, by default of a form"),
    new Option("--out <file>", "where the body goes").argParser(fileOption),
    new Option(
      "--body",
      "print the body on the standard output, and all else on the standard error",
    ),
  ];
}

function methodOf(text: string): string {
  const method = text.toUpperCase();
  if (isHeaderName(method) && method !== "CONNECT") return method; // both are tokens
  throw new InvalidArgumentError("Expected a method such as GET, HEAD or POST.");
}
