import { Argument, Command } from "commander";

import type { ScopeName } from "../engine/admission/scope.ts";
import type { CrawlOrder } from "../engine/frontier/order.ts";
import type { LimitBy } from "../layers/http-stack/http-stack-options.ts";
import { configured, givenIn } from "./config/configured.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import type { LogFormat, LogLevel } from "./log/records.ts";
import type { FormatName } from "./out-format.ts";
import type { SharedValues } from "./shared-options.ts";
import type { SitemapValue } from "./sitemap-option.ts";
import { collectUrl } from "./start-url.ts";
import type { Typed } from "./state/go-on.ts";

/** The options of `pagoda crawl`, as they were read. */
export interface CrawlValues extends SharedValues {
  readonly state?: string;
  readonly out?: string;
  readonly format?: FormatName;
  readonly metricsJson?: string;
  readonly metricsInterval?: number;
  readonly log?: LogFormat;
  readonly logLevel?: LogLevel;
  readonly maxPages?: number;
  readonly maxTime?: number;
  readonly maxTotalBytes?: number;
  readonly maxErrors?: number;
  readonly maxPagesPerHost?: number;
  readonly maxPagesPerPattern?: number;
  readonly maxHostFailures?: number;
  readonly failFast?: boolean;
  readonly maxMemory?: number;
  readonly maxCpu?: number;
  readonly minFreeDisk?: number;
  readonly depth?: number;
  readonly order?: CrawlOrder;
  readonly seed?: number;
  readonly concurrency: number;
  readonly perHost: number;
  readonly delay: number;
  readonly limitBy: LimitBy;
  readonly autoThrottle?: boolean;
  readonly sitemap?: SitemapValue;
  readonly scope: ScopeName;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly trapGuard: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Describes `pagoda crawl`; `act` does it. */
export function crawlCommand(act: (typed: Typed) => Promise<void>): Command {
  const command: Command = new Command("crawl")
    .summary("crawl what URLs lead to, into JSON Lines or CSV")
    .description(
      "Crawls what the URLs lead to. Each page is a line of JSON, or of CSV: url, status, depth, contentType, " +
        "bytes, title and the number of links. A URL without a scheme is https.",
    )
    .addArgument(new Argument("[url...]", "where to start").argParser(collectUrl))
    .addHelpText("after", `${notes}\n${exitCodesHelp}`)
    .action((urls: readonly string[], values: CrawlValues) => {
      const hasStart = urls.length > 0 || Array.isArray(values.sitemap);
      if (!hasStart && values.state === undefined) {
        command.error("error: missing required argument 'url'");
      }
      return act({ urls, values, given: givenIn(command) });
    });
  return configured(command, "crawl");
}

const notes = `
Examples:
  pagoda crawl https://example.com --out pages.jsonl
  pagoda crawl example.com --max-pages 500 --depth 3 --include '*/blog/*' --out blog.csv
  pagoda crawl example.com --state crawl.db --max-memory 2GB
  pagoda crawl --state crawl.db
  pagoda crawl example.com --config pagoda.toml --delay 1s

Durations are 200ms, 5s, 2m, 1h; sizes 500kB, 10MB, 10MiB. Bare numbers are milliseconds and bytes.
In patterns a * stands for any characters, and the whole URL must match: "*/blog/*".
With --state a crawl goes on where it stood, with the options that it was begun with. Those that say what is
fetched must not change. Headers and passwords are not kept, and must be given anew; budgets are for one run.
With several user agents, robots.txt is asked what it says to pagoda.
Ctrl-C ends what is under way and writes it, within 11 seconds; a second one ends at once.`;
