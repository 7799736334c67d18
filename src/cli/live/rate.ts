import type { CrawlStats } from "../../engine/crawl-stats.ts";

/** How far back the rate looks. */
const RATE_OVER_MS = 5000;

/** Pages a second of late, so that it neither jumps nor tells of what was long ago. */
export class Rate {
  readonly #samples: Pick<CrawlStats, "pages" | "elapsedMs">[] = [{ pages: 0, elapsedMs: 0 }];

  perSecond({ pages, elapsedMs }: Pick<CrawlStats, "pages" | "elapsedMs">): number {
    this.#samples.push({ pages, elapsedMs });
    while (elapsedMs - (this.#samples[1]?.elapsedMs ?? elapsedMs) >= RATE_OVER_MS) {
      this.#samples.shift();
    }
    const [first = { pages, elapsedMs }] = this.#samples;
    return ((pages - first.pages) / Math.max(1, elapsedMs - first.elapsedMs)) * 1000;
  }
}
