import type { Clock } from "../../service/clock.ts";
import type { CrawlStats } from "../crawl-stats.ts";

/** Knows when a crawl began and ended. */
export class Lifetime {
  readonly #clock: Clock;
  #began: number | undefined;
  #ended: number | undefined;
  #startedAt: string | undefined;
  #endedAt: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  begin(): void {
    this.#began = this.#clock.now();
    this.#startedAt = this.#date();
  }

  end(): void {
    this.#ended = this.#clock.now();
    this.#endedAt = this.#date();
  }

  /** What is known here, for {@link CrawlStats}. */
  times(): Pick<CrawlStats, "elapsedMs" | "startedAt" | "endedAt"> {
    const now = this.#ended ?? this.#clock.now();
    const elapsedMs = now - (this.#began ?? now);
    return { elapsedMs, startedAt: this.#startedAt, endedAt: this.#endedAt };
  }

  #date(): string {
    return new Date(this.#clock.wallMs()).toISOString();
  }
}
