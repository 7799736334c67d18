import { crawl } from "../../src/engine/crawl.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { type State, urlOf } from "./holder.ts";
import { webOf } from "./web.ts";

/** What a page costs a crawl that holds so many URLs. */
export interface PageCost {
  /** Of the processor, the making of the page included. */
  readonly microseconds: number;
}

/** What a crawl of many pages costs from start to end. */
export interface WholeCrawl {
  readonly pages: number;
  readonly cpuSeconds: number;
  /** A page, soon after the start and just before the end. */
  readonly firstMicroseconds: number;
  readonly lastMicroseconds: number;
  /** The most memory of the process, in bytes. */
  readonly most: number;
}

const WARM_UP_PAGES = 10_000;
const MEASURED_PAGES = 10_000;
const BATCH = 1000;
/** URLs that wait at first, so that there is always more than one. */
const STARTS = 100;

/** Crawls in this process, which is to do nothing else, with so many URLs in the frontier before. */
export async function measurePages(urls: number, state: State): Promise<PageCost> {
  const frontier = new MemoryFrontier({ perHost: Infinity });
  for (let n = 0; n < urls; n += BATCH) {
    put(frontier, n, BATCH);
    if (state === "known") settleAll(frontier);
  }
  const measured = [WARM_UP_PAGES, WARM_UP_PAGES + MEASURED_PAGES];
  const [from = 0, to = 0] = await crawlUntil(measured, frontier, urls);
  return { microseconds: (to - from) / MEASURED_PAGES };
}

/** Crawls so many pages in this process, which is to do nothing else. */
export async function measureWhole(pages: number): Promise<WholeCrawl> {
  const measured = [WARM_UP_PAGES, WARM_UP_PAGES + MEASURED_PAGES, pages - MEASURED_PAGES, pages];
  const frontier = new MemoryFrontier({ perHost: Infinity });
  const [a = 0, b = 0, c = 0, d = 0] = await crawlUntil(measured, frontier, 0);
  return {
    pages,
    cpuSeconds: d / 1e6,
    firstMicroseconds: (b - a) / MEASURED_PAGES,
    lastMicroseconds: (d - c) / MEASURED_PAGES,
    most: process.resourceUsage().maxRSS * 1024,
  };
}

/** Gives the time of the processor at each of these counts of pages, in microseconds; the last ends it. */
async function crawlUntil(
  counts: readonly number[],
  frontier: MemoryFrontier,
  known: number,
): Promise<readonly number[]> {
  put(frontier, known, STARTS);
  const used: number[] = [];
  let pages = 0;
  await using service = webOf(known + STARTS);
  await crawl({
    service,
    frontier,
    start: [],
    scope: "all",
    maxPages: Math.max(...counts),
    trapGuard: false,
    *parse(page) {
      if (counts.includes(++pages)) used.push(microsecondsUsed());
      yield { url: page.url, title: page.title };
      yield* page.follow("a[href]");
    },
  }).done();
  if (used.length < counts.length) throw new Error(`The crawl ended after ${pages} pages`);
  return used;
}

function put(frontier: MemoryFrontier, from: number, count: number): void {
  frontier.add(Array.from({ length: count }, (_, n) => request(urlOf(from + n))));
}

function settleAll(frontier: MemoryFrontier): void {
  for (;;) {
    const leases = frontier.take(BATCH, 0);
    for (const lease of leases) frontier.settle(lease, { done: true });
    if (leases.length === 0) return;
  }
}

function microsecondsUsed(): number {
  const { system, user } = process.cpuUsage();
  return user + system;
}
