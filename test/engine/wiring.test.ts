import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { outputsOf } from "../../src/engine/page/outputs.ts";
import type { Page } from "../../src/engine/page/page.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../src/layers/rate-limit/per-domain-throttle.ts";
import { robots } from "../../src/layers/robots/robots.ts";
import { type Answer, type FakeSite, fakeSite, to } from "../support/fake-site.ts";
import { collect } from "./support/crawls.ts";

type Options = Partial<CrawlOptions<string>>;

/** A site, what of its crawl is observed, and the options with and without a part. */
interface Case {
  readonly site: () => FakeSite;
  readonly observe: (seen: Seen) => unknown;
  readonly on?: Options;
  readonly off?: Options;
  /** The site without a part of the stack. @defaultValue `site` */
  readonly siteOff?: () => FakeSite;
}

describe("each part of a crawl", () => {
  const cases: Readonly<Record<string, Case>> = {
    dedup: {
      site: graph({ "/": ["/1", "/2"], "/2": ["/1"] }),
      observe: visits,
      off: { parse: (page) => follow(page, { dontFilter: true }), maxPages: 9 },
    },
    priority: {
      site: graph({ "/": ["/1", "/2", "/3"] }),
      observe: visits,
      on: { parse: (page) => page.links.map((url, priority) => request(url, { priority })) },
    },
    scope: {
      site: graph({ "/": ["/1", "http://b.test/"] }),
      observe: visits,
      off: { scope: "all" },
    },
    include: { site: graph({ "/": ["/1", "/2"] }), observe: visits, on: { include: ["*/1"] } },
    exclude: { site: graph({ "/": ["/1", "/2"] }), observe: visits, on: { exclude: [/1/] } },
    maxDepth: { site: graph({ "/": ["/1"], "/1": ["/2"] }), observe: visits, on: { maxDepth: 1 } },
    maxPages: {
      site: graph({ "/": ["/1", "/2"] }),
      observe: (seen) => [visits(seen), seen.run.stats().stopReason],
      on: { maxPages: 2 },
    },
    maxTimeMs: { site: wide, observe: stopReason, on: { maxTimeMs: 15 } },
    maxBytes: { site: wide, observe: stopReason, on: { maxBytes: 100 } },
    limits: {
      site: wide,
      observe: stopReason,
      on: { limits: { rssBytes: { hard: 1 } } },
    },
    maxErrors: { site: gone, observe: stopReason, on: { maxErrors: 1 } },
    failFast: { site: gone, observe: stopReason, on: { failFast: true } },
    graceMs: {
      site: siteOf((url) => (url.endsWith("/") ? ["/1"] : "silence")),
      observe: ({ run }) => run.stats().elapsedMs,
      on: { maxTimeMs: 15, graceMs: 5 },
      off: { maxTimeMs: 15 },
    },
    giveUpMs: {
      site: wide,
      observe: ({ run }) => run.stats().elapsedMs,
      on: { maxTimeMs: 15, graceMs: 5, giveUpMs: 5, sinks: [hanging] },
      off: { maxTimeMs: 15, graceMs: 5, sinks: [hanging] },
    },
    maxPagesPerHost: { site: wide, observe: visits, on: { maxPagesPerHost: 3 } },
    maxPagesPerPattern: { site: wide, observe: visits, on: { maxPagesPerPattern: 3 } },
    maxHostFailures: {
      site: siteOf((url) => (url.endsWith("/") ? ["/1", "/2", "/3"] : { status: 500 })),
      observe: ({ run }) => run.stats().notFetched,
      on: { maxHostFailures: 2 },
    },
    filter: { site: wide, observe: visits, on: { filter: ({ url }) => !url.endsWith("7") } },
    accept: { site: wide, observe: items, on: { accept: () => false } },
    contentSeen: {
      site: siteOf((url) => (url.endsWith("/") ? ["/1"] : { status: 200, body: "same" })),
      observe: items,
      on: { contentSeen: { claim: (_, url) => url.endsWith("/") } },
    },
    onResponse: { site: gone, observe: items, on: { onResponse: () => ({ parse: true }) } },
    handlers: {
      site: wide,
      observe: items,
      on: { start: detail, handlers: { detail: () => ["detail"] } },
    },
    notBefore: {
      site: wide,
      observe: ({ site }) => site.visits[0]?.at,
      on: { start: request("http://a.test/", { notBefore: 500 }) },
    },
    trapGuard: {
      site: siteOf((url) => (url.length < 60 ? [`${url}x/`] : [])),
      observe: visits,
      off: { trapGuard: false },
    },
    robots: {
      site: () => fakeSite(forbidding, { layer: robots() }),
      siteOff: () => fakeSite(forbidding),
      observe: ({ site }) => site.urls().includes("http://a.test/2"),
    },
    delay: {
      site: () =>
        fakeSite(() => ["/1"], { layer: perDomainRateLimit({ limiter: new PerDomainThrottle() }) }),
      siteOff: () => fakeSite(() => ["/1"]),
      observe: ({ site }) => site.visits.map(({ at }) => at),
    },
    perHost: { site: wide, observe: ({ site }) => site.inFlight.mostOfOneHost, on: { perHost: 2 } },
    concurrency: { site: wide, observe: ({ site }) => site.inFlight.most, on: { concurrency: 2 } },
    maxPending: { site: wide, observe: ({ mostPending }) => mostPending, on: { maxPending: 2 } },
    overflow: {
      site: wide,
      observe: (seen) => [visits(seen), seen.run.stats().notFetched],
      on: { maxPending: 2, overflow: "reject" },
      off: { maxPending: 2 },
    },
    maxSeen: {
      site: graph({ "/": ["/1"], "/1": ["/2"], "/2": ["/"] }),
      observe: visits,
      on: { maxSeen: 2, maxPages: 9 },
      off: { maxPages: 9 },
    },
    retries: {
      site: siteOf((_, visit) => (visit < 3 ? { status: 503 } : [])),
      observe: visits,
      off: { retries: 0 },
    },
    redirects: {
      site: siteOf((url) => (url.endsWith("/") ? to("/1") : [])),
      siteOff: siteOf((url) => (url.endsWith("/") ? { status: 302 } : [])),
      observe: visits,
    },
    key: {
      site: graph({ "/": ["/?a=1&b=2", "/?b=2&a=1", "/?u=1", "/?u=2"] }),
      observe: visits,
      on: { key: { sortQuery: true, stripParams: ["u"] } },
    },
    order: {
      site: graph({ "/": ["/1", "/2"], "/1": ["/3"] }),
      observe: visits,
      on: { order: "depth-first", concurrency: 1 },
      off: { concurrency: 1 },
    },
    score: {
      site: graph({ "/": ["/1", "/2"] }),
      observe: visits,
      on: { order: "best-first", score: ({ url }) => url.charCodeAt(url.length - 1) },
    },
    forgetFailed: {
      site: siteOf((url) => (url.endsWith("/0") ? { status: 404 } : ["/0", "/1", "/0"])),
      observe: visits,
      on: { forgetFailed: true, concurrency: 1 },
    },
    fingerprint: {
      site: graph({ "/": ["/1", "/2"] }),
      observe: visits,
      on: { fingerprint: ({ url }) => String(url.length) },
    },
    dontFilter: {
      site: graph({}),
      observe: visits,
      on: { start: [request("http://a.test/"), request("http://a.test/", { dontFilter: true })] },
      off: { start: [request("http://a.test/"), request("http://a.test/")] },
    },
    signal: {
      site: wide,
      observe: ({ outcome }) => outcome,
      on: { signal: AbortSignal.abort("stop") },
    },
  };

  it.each(Object.entries(cases))(
    "makes a difference: %s",
    async (_, { site, siteOff = site, ...part }) => {
      const on = part.observe(await played(site, part.on ?? {}));
      const off = part.observe(await played(siteOff, part.off ?? {}));
      expect(on).not.toEqual(off);
    },
  );

  it("is told of what happens: the sinks, the frontier", async () => {
    const written: string[] = [];
    const sinks = [{ write: (item: string) => void written.push(item) }];
    const frontier = new MemoryFrontier();
    await played(wide, { sinks, frontier });
    expect(written).toHaveLength(21);
    expect(frontier.stats()).toEqual({ pending: 0, leased: 0, held: 0, seen: 21 });
  });
});

/** A sink that takes nothing, ever. */
const hanging = { write: (): Promise<never> => new Promise(() => {}) };

const detail = request("http://a.test/", { to: "detail" });

interface Seen {
  readonly site: FakeSite;
  readonly run: ReturnType<typeof crawl<string>>;
  readonly outcome: unknown;
  readonly mostPending: number;
}

async function played(makeSite: () => FakeSite, options: Options): Promise<Seen> {
  const site = makeSite();
  let mostPending = 0;
  const parse = options.parse ?? follow;
  const run = crawl<string>({
    service: site.stack,
    start: "http://a.test/",
    ...options,
    async *parse(page) {
      yield page.url;
      for await (const output of await outputsOf(parse, page)) {
        mostPending = Math.max(mostPending, run.stats().pending);
        yield output;
      }
    },
  });
  const ending = collect(run).catch((error: unknown) => error);
  const outcome = await site.clock.run(ending);
  return { site, run, outcome, mostPending };
}

function follow(page: Page, options = {}): ReturnType<Page["follow"]> {
  return page.follow("a[href]", options);
}

function stopReason({ run }: Seen): unknown {
  return run.stats().stopReason;
}

function items({ outcome }: Seen): unknown {
  return outcome;
}

function visits({ site }: Seen): readonly string[] {
  return site.urls();
}

/** A site of pages that link to paths. */
function graph(links: Readonly<Record<string, readonly string[]>>): () => FakeSite {
  return siteOf((url) => links[url.slice("http://a.test".length)] ?? []);
}

function siteOf(answer: (url: string, visit: number) => Answer): () => FakeSite {
  return () => fakeSite(answer, { latencyMs: 10 });
}

/** A site of which robots.txt forbids a part. */
function forbidding(url: string): Answer {
  const rules = { status: 200, body: "User-agent: *\nDisallow: /2" };
  return url.endsWith("robots.txt") ? rules : ["/1", "/2"];
}

/** A page that is gone. */
function gone(): FakeSite {
  return fakeSite(() => ({ status: 410 }));
}

/** A page with twenty links. */
function wide(): FakeSite {
  const paths = Array.from({ length: 20 }, (_, n) => `/${n + 1}`);
  return fakeSite((url) => (url.endsWith("/") ? paths : []), { latencyMs: 10 });
}
