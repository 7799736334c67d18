import type { NotFetchedReason } from "../fates.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";

/** What a {@link Quota} is made of. */
export interface QuotaOptions {
  /** What URLs are counted by. */
  readonly key: (url: string) => string;
  /** Pages of a key. */
  readonly limit: number;
  /** Requests of all keys that may wait beyond what their keys may have, in case that others fail. */
  readonly spare: number;
  /** Why a request beyond it is not fetched. */
  readonly reason: NotFetchedReason;
}

/** What there is of a key. */
interface Count {
  pages: number;
  /** Calls under way. */
  calls: number;
  /** Pages, calls under way, and requests that wait. */
  inside: number;
  /** Told when a call has ended. */
  readonly freed: (() => void)[];
}

/**
 * So many pages of each key, and no fewer where they can be had: no more calls of a key are under way
 * than may still give pages, and what waits is left out only once all pages are there.
 */
export class Quota {
  readonly #options: QuotaOptions;
  readonly #counts = new Map<string, Count>();
  /** Requests of all keys beyond what their keys may have. */
  #beyond = 0;

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /** Why a request may not enter; undefined if it may. */
  refusal(request: CrawlRequest): NotFetchedReason | undefined {
    const { limit, reason, spare } = this.#options;
    const { inside = 0 } = this.#of(request) ?? {};
    const isOneTooMany = inside >= limit && this.#beyond >= spare;
    return isOneTooMany ? reason : this.used(request);
  }

  /** Why a request that has entered is not to be called any more; undefined if it may be. */
  used(request: CrawlRequest): NotFetchedReason | undefined {
    const { limit, reason } = this.#options;
    return (this.#of(request)?.pages ?? 0) >= limit ? reason : undefined;
  }

  /** Whether a call may begin: if all those under way give a page, so may this. */
  hasPlace(request: CrawlRequest): boolean {
    const { calls = 0, pages = 0 } = this.#of(request) ?? {};
    return pages + calls < this.#options.limit;
  }

  /** Resolves when a call of the key has ended. */
  freed(request: CrawlRequest): Promise<void> {
    return new Promise((resolve) => this.#made(request).freed.push(resolve));
  }

  /** A request enters. */
  enter(request: CrawlRequest): void {
    if (++this.#made(request).inside > this.#options.limit) this.#beyond++;
  }

  /** A request that had entered is gone, and gave no page. */
  leave(request: CrawlRequest): void {
    const count = this.#of(request);
    if (!count) return;
    if (count.inside-- > this.#options.limit) this.#beyond--;
    if (count.inside <= 0) this.#counts.delete(this.#options.key(request.url));
  }

  /** The call of a request begins. */
  begin(request: CrawlRequest): void {
    this.#made(request).calls++;
  }

  /** The call of a request has ended, and maybe given a page. */
  end(request: CrawlRequest, isPage: boolean): void {
    const count = this.#made(request);
    count.calls--;
    if (isPage) count.pages++;
    for (const tell of count.freed.splice(0)) tell();
  }

  /** A request gave a page in an earlier crawl. */
  recall(request: CrawlRequest): void {
    this.enter(request);
    this.#made(request).pages++;
  }

  #of({ url }: CrawlRequest): Count | undefined {
    return this.#counts.get(this.#options.key(url));
  }

  #made(request: CrawlRequest): Count {
    const there = this.#of(request);
    if (there) return there;
    const made: Count = { pages: 0, calls: 0, inside: 0, freed: [] };
    this.#counts.set(this.#options.key(request.url), made);
    return made;
  }
}
