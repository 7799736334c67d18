import { Argument, Command } from "commander";

import { configured } from "./config/configured.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import type { SharedValues } from "./shared-options.ts";
import { startUrl } from "./start-url.ts";

/** The options of `pagoda fetch`, as they were read. */
export interface FetchValues extends SharedValues {
  readonly method?: string;
  readonly data?: string;
  readonly out?: string;
  readonly body?: boolean;
  readonly redirects: boolean;
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
  return configured(command, "fetch");
}

const notes = `
Examples:
  pagoda fetch https://example.com
  pagoda fetch example.com/login --data user=me --header 'Accept-Language: de' --no-redirects
  pagoda fetch example.com/big.bin --out big.bin --max-bytes 1GB

Durations are 200ms, 5s, 2m, 1h; sizes 500kB, 10MB, 10MiB. Bare numbers are milliseconds and bytes.`;
