import { Argument, Command, InvalidArgumentError, Option } from "commander";

import type { ScopeName } from "../engine/admission/scope.ts";
import type { CrawlOrder } from "../engine/frontier/order.ts";
import type { LimitBy } from "../layers/http-stack/http-stack-options.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import type { FormatName } from "./out-format.ts";
import { fileOption, pathOption } from "./path-option.ts";
import { sharedOptions, type SharedValues } from "./shared-options.ts";
import { collectSitemap, type SitemapValue } from "./sitemap-option.ts";
import { startUrl } from "./start-url.ts";
import { duration, positiveDuration, positiveSize, whole } from "./units.ts";

/** The options of `pagoda crawl`, as they were read. */
export interface CrawlValues extends SharedValues {
  readonly out?: string;
  readonly format?: FormatName;
  readonly metricsJson?: string;
  readonly maxPages?: number;
  readonly maxTime?: number;
  readonly maxTotalBytes?: number;
  readonly maxErrors?: number;
  readonly maxPagesPerHost?: number;
  readonly maxPagesPerPattern?: number;
  readonly maxHostFailures?: number;
  readonly failFast?: boolean;
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
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Describes `pagoda crawl`; `act` does it. */
export function crawlCommand(
  act: (urls: readonly string[], values: CrawlValues) => Promise<void>,
): Command {
  const command = new Command("crawl")
    .summary("crawl what URLs lead to, into JSON Lines or CSV")
    .description(
      "Crawls what the URLs lead to. Each page is a line of JSON, or of CSV: url, status, depth, contentType, " +
        "bytes, title and the number of links. A URL without a scheme is https.",
    )
    .addArgument(new Argument("[url...]", "where to start").argParser(collectUrl))
    .addHelpText("after", `${notes}\n${exitCodesHelp}`)
    .action((urls: readonly string[], values: CrawlValues) => {
      const hasStart = urls.length > 0 || Array.isArray(values.sitemap);
      return hasStart ? act(urls, values) : command.error("error: missing required argument 'url'");
    });
  for (const option of [...ownOptions(), ...sharedOptions()]) command.addOption(option);
  return command;
}

const notes = `
Durations are 200ms, 5s, 2m, 1h; sizes 500kB, 10MB, 10MiB. Bare numbers are milliseconds and bytes.
In patterns a * stands for any characters, and the whole URL must match: "*/blog/*".
With several user agents, robots.txt is asked what it says to pagoda.
Ctrl-C ends what is under way and writes it, within 10 seconds; a second one ends at once.`;

function ownOptions(): readonly Option[] {
  return [
    new Option(
      "--out <file>",
      "where pages go, - for the standard output (default: there, unless it is a terminal)",
    ).argParser(pathOption),
    new Option(
      "--format <name>",
      "how pages are written (default: csv where --out ends so, else jsonl)",
    ).choices(["jsonl", "csv"]),
    new Option("--max-pages <count>", "pages to fetch (default: all)").argParser(whole(1)),
    new Option("--max-time <time>", "how long to crawl (default: to the end)").argParser(
      positiveDuration,
    ),
    new Option("--max-total-bytes <size>", "bytes to fetch in all (default: all)").argParser(
      positiveSize,
    ),
    new Option("--max-errors <count>", "errors after which to stop (default: none)").argParser(
      whole(1),
    ),
    new Option(
      "--max-pages-per-host <count>",
      "pages to fetch of one host (default: all)",
    ).argParser(whole(1)),
    new Option(
      "--max-pages-per-pattern <count>",
      "pages whose URLs differ only in numbers and values (default: all)",
    ).argParser(whole(1)),
    new Option(
      "--max-host-failures <count>",
      "failed attempts in a row, after which a host is given up (default: never)",
    ).argParser(whole(1)),
    new Option("--fail-fast", "fail with the first error of a page, a parse or an item"),
    new Option("--depth <count>", "links to follow from a start URL (default: all)").argParser(
      whole(0),
    ),
    new Option("--order <name>", "in which pages of a host are taken")
      .choices(["breadth-first", "depth-first"])
      .default("breadth-first"),
    new Option(
      "--seed <number>",
      "the same answers give the same output, byte for byte, in an order drawn from this",
    ).argParser(whole(0)),
    new Option("--concurrency <count>", "pages in hand at once").argParser(whole(1)).default(16),
    new Option("--per-host <count>", "calls in flight to one host").argParser(whole(1)).default(8),
    new Option("--delay <time>", "least time from one request to a host to the next")
      .argParser(duration)
      .default(200, "200ms"),
    new Option("--limit-by <what>", "what shares that delay")
      .choices(["host", "domain", "address"])
      .default("host"),
    new Option("--auto-throttle", "wait as long as the host takes to answer, at least that delay"),
    new Option(
      "--sitemap [url]",
      "start from the sitemaps of the sites too, or from this one (repeatable)",
    ).argParser(collectSitemap),
    new Option("--scope <name>", "how far links may lead from the start URLs")
      .choices(["same-host", "same-origin", "same-domain", "all"])
      .default("same-host"),
    new Option(
      "--include <pattern>",
      "only links that match; never widens the scope (repeatable)",
    ).argParser(collectPattern),
    new Option("--exclude <pattern>", "no links that match (repeatable)").argParser(collectPattern),
    new Option(
      "--metrics-json <file>",
      "where the figures of the crawl go, also of one that was stopped",
    ).argParser(fileOption),
    new Option("--quiet", "print errors only").conflicts("verbose"),
    new Option("--verbose", "print what becomes of each URL, and why"),
  ];
}

function collectPattern(text: string, known: readonly string[] = []): readonly string[] {
  if (text === "") throw new InvalidArgumentError('Expected a pattern, such as "*/blog/*".');
  return [...known, text];
}

function collectUrl(text: string, known: readonly string[] = []): readonly string[] {
  return [...known, startUrl(text)];
}
