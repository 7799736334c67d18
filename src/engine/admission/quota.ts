import type { NotFetchedReason } from "../fates.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";

/** What a {@link Quota} is made of. */
export interface QuotaOptions {
  /** What URLs are counted by. */
  readonly key: (url: string) => string;
  readonly limit: number;
  /** Why a request beyond it is not fetched. */
  readonly reason: NotFetchedReason;
}

/** So many requests of each key may enter. A redirect within a key continues one that has. */
export class Quota {
  readonly #options: QuotaOptions;
  readonly #counts = new Map<string, number>();

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /** Why a request may not enter; undefined if it may. */
  refusal(request: CrawlRequest): NotFetchedReason | undefined {
    const { key, limit, reason } = this.#options;
    if (this.#continues(request)) return undefined;
    return (this.#counts.get(key(request.url)) ?? 0) < limit ? undefined : reason;
  }

  /** A request enters. */
  enter(request: CrawlRequest): void {
    if (!this.#continues(request)) this.#add(request.url, 1);
  }

  /** A request was not let in after all. */
  turnBack(request: CrawlRequest): void {
    if (!this.#continues(request)) this.#add(request.url, -1);
  }

  /** A request that had entered gave no page, and another may come in its place. */
  giveUp(request: CrawlRequest): void {
    this.#add(request.url, -1);
  }

  #add(url: string, by: number): void {
    const key = this.#options.key(url);
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  #continues({ url, redirects }: CrawlRequest): boolean {
    const from = redirects.at(-1);
    return from !== undefined && this.#options.key(from) === this.#options.key(url);
  }
}
