import type { CrawlRun } from "../engine/crawl-run.ts";
import type { CrawlStats } from "../engine/crawl-stats.ts";
import { crawl } from "../engine/crawl.ts";
import type { DiskCache } from "../layers/disk-cache/disk-cache.ts";
import { httpStack } from "../layers/http-stack/http-stack.ts";
import type { CrawlValues } from "./crawl-command.ts";
import { CrawlLog } from "./crawl-log.ts";
import { crawlOptions, crawlStackOptions } from "./crawl-values.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Interrupts } from "./interrupts.ts";
import { formatFor } from "./out-format.ts";
import { outSinks } from "./out-sink.ts";
import { requireDifferent, requireReplaceableFile, requireWritableFile } from "./output-check.ts";
import type { PageItem } from "./page-item.ts";
import { showProgress } from "./progress.ts";
import { replaceFile } from "./replace-file.ts";
import { openScreen, type Screen, silentScreen } from "./screen.ts";
import { openCache } from "./stack-options.ts";
import { onBrokenPipe } from "./standard-output.ts";
import { hasPages, openState, plannedBy } from "./state/crawl-state.ts";
import type { Typed } from "./state/go-on.ts";
import { tellHowToGoOn, tellWhereItStands } from "./state/tell-state.ts";
import { summaryLines } from "./summary.ts";
import { UsageError } from "./usage-error.ts";

/** Does `pagoda crawl`. Resolves to its exit code, rejects where it could not begin or failed. */
export async function runCrawl(typed: Typed, interrupts: Interrupts): Promise<number> {
  const { isResumed, urls, values } = plannedBy(typed);
  using cache = await checkOutputs(values);
  await using frontier = openState({ urls, values });
  const screen = values.quiet === true ? silentScreen : await openScreen();
  await using stack = httpStack(crawlStackOptions(urls, values, cache)).service();
  const sinks = await outSinks(values.out, formatFor(values.out, values.format));
  const run = crawl({ ...crawlOptions(urls, values, frontier), sinks, service: stack });
  using log = new CrawlLog(values.verbose === true ? (line) => screen.line(line) : undefined);
  stopOnInterrupt(run, screen, interrupts);
  if (frontier && isResumed) tellWhereItStands(values, frontier, screen);

  const failure = await failureOf(run, screen, interrupts);
  if (failure?.error instanceof UsageError) throw failure.error;
  if (interrupts.code !== exitCodes.done) {
    tellSummary(run, screen);
    if (frontier) tellHowToGoOn(values, frontier, screen);
  }
  await writeMetrics(run, values.metricsJson);
  if (failure) throw failure.error;
  if (interrupts.code !== undefined) return interrupts.code;
  if (!frontier || !hasPages(frontier)) requirePages(run.stats(), log.firstFailure);
  return exitCodes.done;
}

/** Checks all outputs before any is created. */
async function checkOutputs(values: CrawlValues): Promise<DiskCache | undefined> {
  const { cache, metricsJson, out, state } = values;
  const file = out === "-" ? undefined : out;
  await requireDifferent({
    "--state": state,
    "--out": file,
    "--metrics-json": metricsJson,
    "--cache": cache,
  });
  if (file !== undefined) await requireWritableFile("--out", file);
  if (metricsJson !== undefined) await requireReplaceableFile("--metrics-json", metricsJson);
  return openCache(values);
}

/** Lets signals stop the crawl, and nobody reading what it prints. */
function stopOnInterrupt(run: CrawlRun<PageItem>, screen: Screen, interrupts: Interrupts): void {
  interrupts.listen((again) => {
    void run.stop(again ? { graceMs: 0 } : {});
    screen.line(
      again ? "Aborting" : "Stopping when what is under way has ended; again to abort it",
    );
  });
  onBrokenPipe(() => {
    interrupts.code ??= exitCodes.done;
    void run.stop({ graceMs: 0 });
  });
}

/** Runs the crawl to its end, unless an output hangs that was to be stopped. */
async function failureOf(
  run: CrawlRun<PageItem>,
  screen: Screen,
  { overdue }: Interrupts,
): Promise<{ readonly error: unknown } | undefined> {
  using _ = showProgress(run, screen);
  try {
    await Promise.race([run.done(), overdue]);
    return undefined;
  } catch (error) {
    return { error };
  }
}

function tellSummary(run: CrawlRun<PageItem>, screen: Screen): void {
  for (const line of summaryLines(run.stats(), run.hosts())) screen.line(line);
}

async function writeMetrics(run: CrawlRun<PageItem>, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const { stopReason = "stopped", ...stats } = run.stats(); // none yet where an output hangs
  const metrics = { ...stats, stopReason, hostStats: run.hosts() };
  try {
    await replaceFile(file, `${JSON.stringify(metrics, undefined, 2)}\n`);
  } catch (cause) {
    throw new Error(`Cannot write --metrics-json ${file}`, { cause });
  }
}

function requirePages({ pages, notFetched }: CrawlStats, firstFailure: string | undefined): void {
  if (pages > 0) return;
  const why = firstFailure ?? `not fetched: ${Object.keys(notFetched).join(", ")}`;
  throw new Error(`No page could be fetched (${why})`);
}
