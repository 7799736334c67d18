import type { CrawlRun } from "./crawl-run.ts";
import { Run } from "./life/run.ts";
import type { Spider } from "./plan/crawl-options.ts";
import { planOf } from "./plan/crawl-plan.ts";

/**
 * Crawls what the start URLs of a spider, or of options without `open` and `close`, lead to.
 *
 * It begins when it is iterated, or by `done()` where nobody wants the items one by one.
 * Leaving the iteration stops it. A slow consumer or sink slows the fetching.
 * The stack is the only judge of when a request may start: what it refuses for now goes back to the
 * frontier, its host held for as long as the refusal says, at no cost of an attempt.
 * A response that failed is tried again, a redirect is fetched as a request of its own, and every
 * URL that was not fetched has a reason.
 * Throws a `TypeError` or `RangeError` where an option is not what it must be, or not known.
 *
 * @example
 * ```ts
 * const run = crawl({
 *   start: "https://example.com",
 *   async *parse(page) {
 *     yield { url: page.url, title: page.title };
 *     yield* page.follow("a[href]");
 *   },
 * });
 * for await (const item of run) console.log(item);
 * ```
 */
export function crawl<Item, To extends string = string>(spider: Spider<Item, To>): CrawlRun<Item> {
  return new Run(planOf(spider));
}
