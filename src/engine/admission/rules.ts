import type { NotFetchedReason } from "../fates.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Scope } from "./scope.ts";
import { isTrap } from "./trap.ts";

/** No site has so much to say one link after another, but a calendar that never ends. */
const LONGEST_CHAIN = 5000;

/** What a {@link Rules} is made of. */
export interface RulesOptions {
  readonly scope: Scope;
  readonly maxDepth: number;
  readonly trapGuard: boolean;
  readonly isIncluded: (url: string) => boolean;
  readonly isExcluded: (url: string) => boolean;
}

/** Decides whether a crawl wants a link at all. */
export class Rules {
  readonly #options: RulesOptions;

  constructor(options: RulesOptions) {
    this.#options = options;
  }

  /** Brings a start URL, or where it redirects, into scope. */
  start(url: string): void {
    this.#options.scope.add(url);
  }

  /** Why a link is not wanted; undefined if it is. */
  refusal({ url, depth, chain }: CrawlRequest): NotFetchedReason | undefined {
    const { scope, maxDepth, trapGuard, isIncluded, isExcluded } = this.#options;
    if (depth > maxDepth) return "depth";
    if (!scope.includes(url) || !isIncluded(url) || isExcluded(url)) return "scope";
    return trapGuard && (chain > LONGEST_CHAIN || isTrap(url)) ? "trap" : undefined;
  }
}
