import { InvalidArgumentError, Option } from "commander";

import { canMatch } from "../engine/admission/url-pattern.ts";
import { feature, repeatable } from "./config/option-marks.ts";
import { logLevels } from "./log/records.ts";
import { fileOption, pathOption } from "./path-option.ts";
import { collectSitemap } from "./sitemap-option.ts";
import { duration, positiveDuration, positiveSize, share, whole } from "./units.ts";

/** The options that only `pagoda crawl` has. */
export function crawlFlags(): readonly Option[] {
  return [...outputs(), ...budgets(), ...resources(), ...reach(), ...pace(), ...reports()];
}

/** Where pages go. */
function outputs(): readonly Option[] {
  return [
    new Option(
      "--state <file>",
      "keep the crawl in this database, and go on with it where it stood",
    ).argParser(fileOption),
    new Option(
      "--out <file>",
      "where pages go, - for the standard output (default: there, unless it is a terminal)",
    ).argParser(pathOption),
    new Option(
      "--format <name>",
      "how pages are written (default: csv where --out ends so, else jsonl)",
    ).choices(["jsonl", "csv"]),
  ];
}

/** When to stop. */
function budgets(): readonly Option[] {
  return [
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
  ];
}

/** How much of the machine it may use. */
function resources(): readonly Option[] {
  return [
    new Option(
      "--max-memory <size>",
      "memory at which to stop; slower from 80 % of it on (default: any)",
    ).argParser(positiveSize),
    new Option(
      "--max-cpu <share>",
      "share of one core above which to be slower, such as 80% (default: any)",
    ).argParser(share),
    new Option(
      "--min-free-disk <size>",
      "room where --out, --cache, --state and --metrics-json are, or else in the working folder, below which to stop; slower below twice that (default: any)",
    ).argParser(positiveSize),
  ];
}

/** What is fetched, and in which order. */
function reach(): readonly Option[] {
  return [
    new Option("--depth <count>", "links to follow from a start URL (default: all)").argParser(
      whole(0),
    ),
    repeatable(
      new Option(
        "--sitemap [url]",
        "start from the sitemaps of the sites too, or from this one",
      ).argParser(collectSitemap),
    ),
    new Option("--scope <name>", "how far links may lead from the start URLs")
      .choices(["same-host", "same-origin", "same-domain", "all"])
      .default("same-host"),
    repeatable(
      new Option("--include <pattern>", "only links that match; never widens the scope").argParser(
        collectPattern,
      ),
    ),
    repeatable(new Option("--exclude <pattern>", "no links that match").argParser(collectPattern)),
    feature(
      new Option("--no-trap-guard", "fetch also what looks like one of an endless family of URLs"),
    ),
    new Option("--order <name>", "in which pages of a host are taken")
      .choices(["breadth-first", "depth-first"])
      .default("breadth-first"),
    new Option(
      "--seed <number>",
      "the same answers give the same output, byte for byte, in an order drawn from this",
    ).argParser(whole(0)),
  ];
}

/** How fast. */
function pace(): readonly Option[] {
  return [
    new Option("--concurrency <count>", "pages in hand at once").argParser(whole(1)).default(16),
    new Option("--per-host <count>", "calls in flight to one host").argParser(whole(1)).default(8),
    new Option("--delay <time>", "least time from one request to a host to the next")
      .argParser(duration)
      .default(200, "200ms"),
    new Option("--limit-by <what>", "what shares that delay")
      .choices(["host", "domain", "address"])
      .default("host"),
    new Option("--auto-throttle", "wait as long as the host takes to answer, at least that delay"),
  ];
}

/** What is told. */
function reports(): readonly Option[] {
  return [
    new Option(
      "--metrics-json <file>",
      "where the figures of the crawl go, also of one that was stopped",
    ).argParser(fileOption),
    new Option(
      "--metrics-interval <time>",
      "write them as often as that too (default: at the end only)",
    ).argParser(positiveDuration),
    new Option("--log <format>", "tell all in records, a line each").choices(["json", "pretty"]),
    new Option(
      "--log-level <level>",
      "the least that is told (default: info; error with --quiet, debug with --verbose)",
    ).choices(logLevels),
    new Option("--quiet", "print errors only").conflicts("verbose"),
    new Option("--verbose", "print what becomes of each URL, and why"),
  ];
}

function collectPattern(text: string, known: string[] = []): string[] {
  if (!canMatch(text)) {
    throw new InvalidArgumentError('Expected a pattern of whole URLs, such as "*/blog/*".');
  }
  known.push(text);
  return known;
}
