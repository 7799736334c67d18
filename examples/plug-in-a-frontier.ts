import { type Admission, type Context, crawl, type CrawlRequest, type Frontier } from "pagoda";
import { type FrontierStats, httpStack, type Lease, MemoryFrontier, type Settlement } from "pagoda";
import { checkFrontier } from "pagoda/testing";

/** Leaves out what crawls before have fetched, but for where it starts. */
class OnlyNew implements Frontier {
  readonly fetchedUrls = new Set<string>();
  readonly #before: ReadonlySet<string>;
  readonly #inner = new MemoryFrontier();

  constructor(before: ReadonlySet<string>) {
    this.#before = before;
  }

  add(requests: readonly CrawlRequest[]): readonly Admission[] {
    return requests.map((request) => {
      const isOld = request.depth > 0 && this.#before.has(request.url);
      return isOld ? "duplicate" : (this.#inner.add([request])[0] ?? "rejected");
    });
  }
  settle(lease: Lease, outcome: Settlement): void {
    if ("done" in outcome) this.fetchedUrls.add(lease.request.url);
    this.#inner.settle(lease, outcome);
  }
  take(max: number, now: number): readonly Lease[] {
    return this.#inner.take(max, now);
  }
  fetched(lease: Lease): void {
    this.#inner.fetched(lease);
  }
  hold(host: string, until: number): void {
    this.#inner.hold(host, until);
  }
  whenReady(context: Context): Promise<void> {
    return this.#inner.whenReady(context);
  }
  stats(): FrontierStats {
    return this.#inner.stats();
  }
  async [Symbol.asyncDispose](): Promise<void> {}
}

await checkFrontier(() => new OnlyNew(new Set())); // needs fast-check

await using service = httpStack({ delayMs: 0, redirect: false, retry: false }).service();
const first = new OnlyNew(new Set());
const second = new OnlyNew(first.fetchedUrls);
for (const frontier of [first, second]) {
  const start = "http://example.com/";
  await crawl({ service, frontier, start, parse: (page) => page.follow("a[href]") }).done();
}
console.log(first.fetchedUrls.size > 1, second.fetchedUrls.size); // true 1
