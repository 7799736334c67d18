import fc from "fast-check";

import type { CrawlRun } from "../../../src/engine/crawl-run.ts";
import type { CrawlStats } from "../../../src/engine/crawl-stats.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import type { Frontier } from "../../../src/engine/frontier/frontier.ts";
import { type CrawlRequest, request } from "../../../src/engine/page/crawl-request.ts";
import type { Page } from "../../../src/engine/page/page.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import type { HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import type { Clock } from "../../../src/service/clock.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import { type Answer, type FakeSite, fakeSite, to } from "../../support/fake-site.ts";

export interface Item {
  readonly url: string;
  readonly n: number;
}

/** What a crawl of a random world showed. */
export interface Seen {
  readonly run: CrawlRun<Item>;
  readonly site: FakeSite;
  readonly web: Web;
  readonly options: CrawlOptions<Item>;
  readonly stats: CrawlStats;
  /** Items as the sink got them, and as the consumer did, if there was one. */
  readonly written: readonly Item[];
  readonly consumed: readonly Item[] | undefined;
  /** Requests that start and `parse` put out. */
  readonly putOut: number;
  readonly mostPending: number;
}

/** How a random world is made. */
export const worlds = fc.record({
  pages: fc.array(
    fc.record({
      links: fc.array(fc.nat(40), { maxLength: 12 }),
      latencyMs: fc.constantFrom(0, 0, 1, 5, 50, 1000),
      kind: fc.constantFrom("page", "page", "page", "page", "gone", "moved", "flaky", "busy"),
    }),
    { minLength: 1, maxLength: 25, size: "max" },
  ),
  hosts: fc.integer({ min: 1, max: 5 }),
  refuses: fc.constantFrom("never", "retryAt", "ready", "blind"),
  consumerMs: fc.constantFrom(undefined, 0, 30),
  sinkMs: fc.constantFrom(0, 0, 10),
  starts: fc.constantFrom(1, 1, 3, 9),
  isLazy: fc.boolean(),
  options: fc.record({
    concurrency: fc.integer({ min: 1, max: 8 }),
    perHost: fc.integer({ min: 1, max: 4 }),
    maxPending: fc.integer({ min: 1, max: 12 }),
    scope: fc.constantFrom("all", "all", "same-host"),
  }),
});

/** Hosts, their pages, and what is wrong with them. */
export type World = typeof worlds extends fc.Arbitrary<infer World> ? World : never;

/** The pages of a world, and a search through them that knows nothing of a crawl. */
class Web {
  readonly urls: readonly string[];
  /** Where to start: the first pages. */
  readonly starts: readonly string[];
  readonly #pages: World["pages"];

  constructor({ pages, hosts, starts }: World) {
    this.#pages = pages;
    this.urls = pages.map((_, n) => `http://h${n % hosts}.test/p${n}`);
    this.starts = this.urls.slice(0, starts);
  }

  /** The first pages, and all that links and redirects lead to from there, with the least depth. */
  reached(isInScope: (url: string) => boolean): ReadonlyMap<string, number> {
    const depths = new Map<string, number>();
    const visit = (url: string, depth: number): void => {
      if ((depths.get(url) ?? Infinity) <= depth) return;
      depths.set(url, depth);
      const target = this.target(url);
      if (target !== undefined && (depth === 0 || isInScope(target))) visit(target, depth);
      if (target !== undefined || this.kind(url) === "gone") return;
      for (const link of this.links(url)) if (isInScope(link)) visit(link, depth + 1);
    };
    for (const url of this.starts) visit(url, 0);
    return depths;
  }

  links(url: string): readonly string[] {
    return this.#page(url).links.map((n) => this.#url(n % this.urls.length));
  }

  /** Where a page redirects: forward, so never in a circle. */
  target(url: string): string | undefined {
    return this.kind(url) === "moved" ? this.urls[this.urls.indexOf(url) + 1] : undefined;
  }

  kind(url: string): string {
    return this.#page(url).kind;
  }

  /** How often a page that is reached is asked for. */
  visits(url: string): number {
    return this.kind(url) === "flaky" || this.kind(url) === "busy" ? 2 : 1;
  }

  latencyMs(url: string): number {
    return this.#page(url).latencyMs;
  }

  answer(url: string, visit: number): Answer {
    const kind = this.kind(url);
    const target = this.target(url);
    if (kind === "gone") return { status: 404 };
    if (kind === "flaky" && visit === 1) return { status: 503 };
    if (kind === "busy" && visit === 1) return { status: 429, headers: { "retry-after": "2" } };
    return target === undefined ? this.links(url) : to(target);
  }

  #url(n: number): string {
    return this.urls[n] ?? "";
  }

  #page(url: string): World["pages"][number] {
    const page = this.#pages[this.urls.indexOf(url)];
    if (!page) throw new Error(`There is no ${url}`);
    return page;
  }
}

/** Crawls a world from its first page on, with a frontier of one's own if one is made. */
export async function play(
  world: World,
  more: Partial<CrawlOptions<Item>> = {},
  frontierOn?: (clock: Clock) => Frontier,
): Promise<Seen> {
  const web = new Web(world);
  const site = fakeSite((url, visit) => web.answer(url, visit), {
    latencyMs: (url) => web.latencyMs(url),
    layer: refusing(world.refuses),
  });
  const { clock, stack } = site;
  const written: Item[] = [];
  let putOut = web.starts.length;
  let mostPending = 0;
  async function* parse(page: Page): AsyncGenerator<Item | CrawlRequest, void> {
    yield { url: page.url, n: 1 };
    for (const link of web.links(page.url)) {
      putOut++;
      mostPending = Math.max(mostPending, run.stats().pending);
      yield request(link);
    }
    yield { url: page.url, n: 2 };
  }
  const options = {
    service: stack,
    start: world.isLazy ? new Set(web.starts) : web.starts,
    parse,
    sinks: [
      { write: (item: Item) => sleep(clock, world.sinkMs).then(() => void written.push(item)) },
    ],
    ...(frontierOn ? withFrontier(world, frontierOn(clock)) : world.options),
    // Where the first of several leads is in scope only from then on.
    ...(world.starts > 1 && { scope: "all" as const }),
    ...more,
  };
  const run = crawl<Item>(options);
  const { consumerMs } = world;
  const consumed = consumerMs === undefined ? undefined : consume(run, clock, consumerMs);
  const [items] = await clock.run(Promise.all([consumed, run.done()]));
  const stats = run.stats();
  return { run, site, web, options, stats, written, consumed: items, putOut, mostPending };
}

/** The options of a world but for those that its frontier has been told. */
function withFrontier(
  { options }: World,
  frontier: Frontier,
): Pick<CrawlOptions<Item>, "concurrency" | "scope" | "frontier"> {
  const { concurrency, scope } = options;
  return { concurrency, scope, frontier };
}

async function consume(run: CrawlRun<Item>, clock: Clock, ms: number): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of run) {
    await sleep(clock, ms);
    items.push(item);
  }
  return items;
}

function sleep(clock: Clock, ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.timer(resolve, ms));
}

/** A limit of the user's own: one start in 100 ms and host, or one call at a time in all. */
function refusing(how: World["refuses"]): Layer<HttpRequest, HttpResponse> {
  const turns = new Map<string, number>();
  let inFlight = 0;
  return layer("refusing", (inner) => async (request, context) => {
    const { host } = new URL(request.url);
    const { clock } = context;
    const turn = turns.get(host) ?? 0;
    if (how === "blind" && inFlight > 0) throw new NotNowError("busy");
    if (how === "retryAt" && clock.now() < turn) throw new NotNowError("later", { retryAt: turn });
    if (how === "ready" && clock.now() < turn) {
      throw new NotNowError("later", { ready: sleep(clock, turn - clock.now()) });
    }
    turns.set(host, clock.now() + 100);
    inFlight++;
    try {
      return await inner.call(request, context);
    } finally {
      inFlight--;
    }
  });
}
