import type { CrawlRun } from "../engine/crawl-run.ts";
import type { CrawlStats } from "../engine/crawl-stats.ts";
import { counted, readableBytes, readableCount, readableTime } from "./readable.ts";
import type { Screen } from "./screen.ts";

const LIVE_EVERY_MS = 100;
const LINE_EVERY_MS = 5000;

/** How far back the rate looks. */
const RATE_OVER_MS = 5000;

/** Shows where a crawl stands until it is disposed: live on a terminal, else in a line now and then. */
export function showProgress(run: Pick<CrawlRun<unknown>, "stats">, screen: Screen): Disposable {
  const rate = new Rate();
  const show = (): void => {
    const stats = run.stats();
    const line = progressLine(stats, rate.perSecond(stats));
    if (screen.isTerminal) screen.live(line);
    else screen.line(line);
  };
  const timer = setInterval(show, screen.isTerminal ? LIVE_EVERY_MS : LINE_EVERY_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      screen.clear();
    },
  };
}

function progressLine(stats: CrawlStats, perSecond: number): string {
  const errors = Object.values(stats.errors).reduce((sum, count) => sum + count, 0);
  return [
    counted(stats.pages, "page"),
    `${perSecond.toFixed(1)}/s`,
    `${readableCount(stats.pending)} queued`,
    counted(errors, "error"),
    readableBytes(stats.bytes),
    readableTime(stats.elapsedMs),
  ].join(" · ");
}

/** Pages a second of late. */
class Rate {
  readonly #samples: Pick<CrawlStats, "pages" | "elapsedMs">[] = [{ pages: 0, elapsedMs: 0 }];

  perSecond({ pages, elapsedMs }: CrawlStats): number {
    this.#samples.push({ pages, elapsedMs });
    while (elapsedMs - (this.#samples[1]?.elapsedMs ?? elapsedMs) >= RATE_OVER_MS) {
      this.#samples.shift();
    }
    const [first = { pages, elapsedMs }] = this.#samples;
    return ((pages - first.pages) / Math.max(1, elapsedMs - first.elapsedMs)) * 1000;
  }
}
