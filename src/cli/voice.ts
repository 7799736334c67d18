import type { CrawlRun } from "../engine/crawl-run.ts";
import type { CrawlStats } from "../engine/crawl-stats.ts";
import type { CrawlValues } from "./crawl-command.ts";
import { between } from "./live/between.ts";
import { recordVoice } from "./log/record-voice.ts";
import { printable } from "./printable.ts";
import { progressCells } from "./progress-cells.ts";
import {
  openScreen,
  plainScreen,
  type Screen,
  silentScreen,
  type Stderr,
  withLine,
} from "./screen.ts";
import { summaryLines } from "./summary.ts";

/** In which way a command tells what happens: in lines for people, or in the records of `--log`. */
export interface Voice extends Disposable {
  /** Where words go: as lines, or as records. */
  readonly screen: Screen;
  /** Is given a line of what becomes of each URL; undefined where that is not wanted, or told otherwise. */
  readonly event: ((line: string) => void) | undefined;
  /** The crawl begins. */
  began(urls: readonly string[]): void;
  /** How far it has come, where no live lines tell that. */
  progress(stats: CrawlStats, perSecond: number): void;
  /** It has ended. */
  ended(run: Pick<CrawlRun<unknown>, "hosts" | "stats">): void;
  /** The command fails with that error. Tells whether it told so. */
  failed(error: unknown): boolean;
}

/** Opens what `--log`, `--quiet` and `--verbose` ask for. */
export async function openVoice(
  { log, logLevel, quiet = false, verbose = false }: CrawlValues,
  stderr: Stderr = process.stderr,
): Promise<Voice> {
  if (log === undefined) {
    return plainVoice(quiet ? silentScreen : await openScreen(stderr), verbose);
  }
  const open = await openScreen(stderr);
  const level = logLevel ?? (quiet ? "error" : verbose ? "debug" : "info");
  return recordVoice(quiet ? plainScreen(stderr, open.paint) : open, { format: log, level });
}

function plainVoice(screen: Screen, isVerbose: boolean): Voice {
  const line = (text: string): void => screen.line(printable(text));
  return {
    screen: withLine(screen, line),
    event: isVerbose ? line : undefined,
    began() {},
    progress: (stats, perSecond) => screen.line(progressCells(stats, perSecond).join(between)),
    ended(run) {
      for (const text of summaryLines(run.stats(), run.hosts())) line(text);
    },
    failed: () => false,
    [Symbol.dispose]() {},
  };
}
