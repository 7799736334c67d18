import type { StopReason } from "../crawl-stats.ts";

/** How much a crawl may use. Each is by default `Infinity`. */
export interface BudgetOptions {
  readonly maxPages: number;
  readonly maxTimeMs: number;
  readonly maxBytes: number;
  readonly maxErrors: number;
}

/** What a crawl has used. */
export interface Used {
  readonly pages: number;
  readonly bytes: number;
  readonly failures: number;
}

/** Tells when a crawl has used up what it may. */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #used: Used;

  constructor(options: BudgetOptions, used: Used) {
    this.#options = options;
    this.#used = used;
  }

  get maxTimeMs(): number {
    return this.#options.maxTimeMs;
  }

  /** Pages that may still be fetched. */
  get pagesLeft(): number {
    return this.#options.maxPages - this.#used.pages;
  }

  /** What is used up, beside time; undefined if nothing is. */
  spent(): StopReason | undefined {
    const { bytes, failures } = this.#used;
    if (this.pagesLeft <= 0) return "maxPages";
    if (bytes >= this.#options.maxBytes) return "maxBytes";
    return failures >= this.#options.maxErrors ? "maxErrors" : undefined;
  }
}
