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
import { isShortage } from "./limits-option.ts";
import { metricsEvery } from "./metrics/metrics-every.ts";
import { metricsFileOf } from "./metrics/metrics-file.ts";
import { formatFor } from "./out-format.ts";
import { outSinks } from "./out-sink.ts";
import { requireDifferent, requireReplaceableFile, requireWritableFile } from "./output-check.ts";
import type { PageItem } from "./page-item.ts";
import { showProgress } from "./progress.ts";
import { requireAccepted } from "./require-accepted.ts";
import type { Stderr } from "./screen.ts";
import { openCache } from "./stack-options.ts";
import { onBrokenPipe } from "./standard-output.ts";
import { hasPages, openState, type Planned, plannedBy } from "./state/crawl-state.ts";
import { filesOfState } from "./state/files-of-state.ts";
import type { Typed } from "./state/go-on.ts";
import { tellHowToGoOn, tellWhereItStands } from "./state/tell-state.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import { UsageError } from "./usage-error.ts";
import { openVoice, type Voice } from "./voice.ts";

/** Does `pagoda crawl`. Resolves to its exit code, rejects where it could not begin or failed. */
export async function runCrawl(
  typed: Typed,
  interrupts: Interrupts,
  stderr: Stderr = process.stderr,
): Promise<number> {
  const planned = plannedBy(typed);
  using cache = await checkOutputs(planned.values);
  await requireAccepted(planned, cache);
  using voice = await openVoice(planned.values, stderr);
  const { otlp } = planned.values;
  await using _ = await startTelemetry(otlp, (line) => voice.screen.line(line));
  try {
    return await crawlAloud(planned, cache, { interrupts, voice });
  } catch (error) {
    if (error instanceof UsageError || !voice.failed(error)) throw error;
    return exitCodes.failed;
  }
}

/** Who is told of the crawl, and who stops it. */
interface Listeners {
  readonly interrupts: Interrupts;
  readonly voice: Voice;
}

async function crawlAloud(
  { isResumed, urls, values }: Planned,
  cache: DiskCache | undefined,
  { interrupts, voice }: Listeners,
): Promise<number> {
  const { screen } = voice;
  await using frontier = openState({ urls, values });
  await using stack = httpStack(crawlStackOptions(urls, values, cache)).service();
  const format = formatFor(values.out, values.format);
  const sinks = await outSinks(values.out, format, frontier?.outbox);
  const metrics = metricsFileOf(urls, values);
  const run: CrawlRun<PageItem> = crawl({
    ...crawlOptions(urls, values, frontier),
    ...(metrics &&
      metricsEvery(
        values,
        () => metrics.write(run),
        (line) => screen.line(line),
      )),
    sinks,
    service: stack,
  });
  using log = new CrawlLog(voice.event);
  using _ = stopOnInterrupt(run, { interrupts, voice });
  if (frontier && isResumed) tellWhereItStands(values, frontier, screen);

  voice.began(urls);
  return await seenThrough({ run, metrics, frontier, log }, values, { interrupts, voice });
}

/** A crawl, and what is to be done with how it ends. */
interface Crawl {
  readonly run: CrawlRun<PageItem>;
  readonly metrics: ReturnType<typeof metricsFileOf>;
  readonly frontier: ReturnType<typeof openState>;
  readonly log: CrawlLog;
}

async function seenThrough(
  { frontier, log, metrics, run }: Crawl,
  values: CrawlValues,
  { interrupts, voice }: Listeners,
): Promise<number> {
  const failure = await failureOf(run, values, { interrupts, voice });
  if (failure?.error instanceof UsageError) throw failure.error;
  if (interrupts.code !== exitCodes.done) {
    voice.ended(run);
    if (frontier) tellHowToGoOn(values, frontier, voice.screen);
  }
  await metrics?.writeLast(run);
  if (failure) throw failure.error;
  if (interrupts.code !== undefined) return interrupts.code;
  if (!frontier || !hasPages(frontier)) requirePages(run.stats(), log.firstFailure);
  return exitCodes.done;
}

/** Checks all outputs before any is created. */
async function checkOutputs(values: CrawlValues): Promise<DiskCache | undefined> {
  const { cache, metricsJson, out, state } = values;
  const file = out === "-" ? undefined : out;
  requireDifferent({
    "--config": values.config,
    "--state": state,
    ...(state !== undefined && filesOfState(state)),
    "--out": file,
    "--metrics-json": metricsJson,
    "--cache": cache,
  });
  if (file !== undefined) await requireWritableFile("--out", file);
  if (metricsJson !== undefined) await requireReplaceableFile("--metrics-json", metricsJson);
  return openCache(values);
}

/** Lets signals stop the crawl, and nobody reading what it prints. */
function stopOnInterrupt(
  run: CrawlRun<PageItem>,
  { interrupts, voice: { screen } }: Listeners,
): Disposable {
  interrupts.listen((again) => {
    void run.stop(again ? { graceMs: 0 } : {});
    screen.line(
      again ? "Aborting" : "Stopping when what is under way has ended; again to abort it",
    );
  });
  return onBrokenPipe(() => {
    interrupts.code ??= exitCodes.done;
    void run.stop({ graceMs: 0 });
  });
}

/** Runs the crawl to its end, unless an output hangs that was to be stopped. */
async function failureOf(
  run: CrawlRun<PageItem>,
  { maxPages, maxTime: maxTimeMs, maxTotalBytes: maxBytes }: CrawlValues,
  { interrupts, voice }: Listeners,
): Promise<{ readonly error: unknown } | undefined> {
  using _ = showProgress({
    run,
    screen: voice.screen,
    budget: { maxPages, maxTimeMs, maxBytes },
    tell: (stats, perSecond) => voice.progress(stats, perSecond),
  });
  try {
    await Promise.race([run.done(), interrupts.overdue]);
    return undefined;
  } catch (error) {
    return { error };
  }
}

function requirePages(stats: CrawlStats, firstFailure: string | undefined): void {
  const { notFetched, pages, stopReason } = stats;
  if (pages > 0 || (stopReason !== undefined && isShortage(stopReason))) return;
  const reasons = Object.keys(notFetched).join(", ") || "no URL to start from";
  throw new Error(`No page could be fetched (${firstFailure ?? `not fetched: ${reasons}`})`);
}
