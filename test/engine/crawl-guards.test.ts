import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { domainKey } from "../../src/http/url/domain-key.ts";
import { type FakeSite, fakeSite, to } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

const start = "http://a.test/";
const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat("en", { month: "short" }).format(new Date(2024, at)).toLowerCase(),
);

describe("maxPagesPerHost", () => {
  it("fetches so many pages of each host, and tells why no more", async () => {
    const site = web();
    const run = crawl({ ...everything(site), start, maxPagesPerHost: 3 });
    const stats = await site.clock.run(run.done());
    const hosts = site.urls().map(domainKey);
    for (const host of ["a.test", "b.test", "c.test"]) {
      expect(hosts.filter((it) => it === host)).toHaveLength(3);
    }
    expect(stats.notFetched.host_budget).toBeGreaterThan(0);
    expect(run.explain("http://a.test/9")).toBe("host_budget");
  });

  it("gives the place of a request that failed to another", async () => {
    const site = fakeSite((url) => {
      if (url === start) return ["/1", "/2", "/3"];
      return url.endsWith("1") ? undefined : ["/8", "/9"];
    });
    const run = crawl({ ...everything(site), start, maxPagesPerHost: 3, concurrency: 1 });
    const stats = await site.clock.run(run.done());
    expect(stats.pages).toBe(3);
    expect(site.urls()).toEqual([start, `${start}1`, `${start}2`, `${start}3`]);
    expect(stats.notFetched).toEqual({ failed: 1, host_budget: 2, duplicate: 2 });
    expect(run.explain(`${start}8`)).toBe("host_budget");
  });

  it("fetches so many pages wherever there are as many, and no more, whatever fails or redirects", async () => {
    const kinds = fc.constantFrom("page", "gone", "flaky", "known", "moved", "unwanted");
    const cases = fc.record({
      pages: fc.array(kinds, { minLength: 1, maxLength: 30 }),
      maxPagesPerHost: fc.integer({ min: 1, max: 8 }),
      concurrency: fc.integer({ min: 1, max: 12 }),
      perHost: fc.integer({ min: 1, max: 4 }),
      maxPending: fc.integer({ min: 1, max: 40 }),
      deterministic: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ pages, ...options }) => {
        const links = pages.map((_, n) => `/${n}`);
        const site = fakeSite((url, visit) => {
          const n = Number(url.slice(start.length) || -1);
          if (url.endsWith("/m")) return { status: 404 };
          if (n === -1) return links;
          if (pages[n] === "gone" || (pages[n] === "flaky" && visit === 1)) return { status: 503 };
          if (pages[n] === "known") return to(start);
          return pages[n] === "moved" ? to(`${url}/m`) : [];
        });
        const accept = ({ url }: { readonly url: string }): boolean =>
          pages[Number(url.slice(start.length) || -1)] !== "unwanted";
        const run = crawl({ ...everything(site), start, accept, retries: 1, ...options });
        const stats = await site.clock.run(run.done());
        const there = 1 + pages.filter((kind) => kind === "page" || kind === "flaky").length;
        expect(stats).toMatchObject({ pages: Math.min(there, options.maxPagesPerHost) });
        expect(stats).toMatchObject({ pending: 0, inFlight: 0, stopReason: "finished" });
      }),
      { numRuns: 200 },
    );
  });

  it("counts what redirects within a host once, and fetches all start URLs", async () => {
    const site = fakeSite((url) => (url.length < 17 ? to(`${url}x`) : []));
    const urls = ["1", "2", "3"].map((path) => start + path);
    const run = crawl({ ...everything(site), start: urls, maxPagesPerHost: 2 });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 3, notFetched: {} });
  });

  it("calls a duplicate of what was fetched a duplicate", async () => {
    const site = fakeSite(() => ["/", "/1", "/2"]);
    const run = crawl({ ...everything(site), start, maxPagesPerHost: 2 });
    const stats = await site.clock.run(run.done());
    expect(stats.notFetched).toEqual({ duplicate: 4, host_budget: 1 });
  });

  it("counts nothing twice that waited for room", async () => {
    const site = web();
    const run = crawl({ ...everything(site), start, maxPagesPerHost: 5, maxPending: 1 });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 15, stopReason: "finished" });
  });
});

describe("maxPagesPerPattern", () => {
  it("fetches so many of URLs that differ only in numbers and values", async () => {
    const site = fakeSite((url) =>
      url === start ? ["/cal?d=1", "/cal?d=2", "/cal?d=x", "/p/1", "/p/2", "/p/3", "/about"] : [],
    );
    const run = crawl({ ...everything(site), start, maxPagesPerPattern: 2 });
    const stats = await site.clock.run(run.done());
    expect(site.urls().map((url) => url.slice(13))).toEqual([
      "/",
      "/cal?d=1",
      "/cal?d=2",
      "/p/1",
      "/p/2",
      "/about",
    ]);
    expect(stats.notFetched).toEqual({ pattern_budget: 2 });
    expect(run.explain("http://a.test/p/3")).toBe("pattern_budget");
  });
});

describe("trapGuard", () => {
  it("ends a calendar that leads from each day to the next", async () => {
    const site = fakeSite((url) => [`/day?n=${Number(url.split("=")[1] ?? 0) + 1}`]);
    const run = crawl({ ...everything(site), start, trapGuard: true });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ notFetched: { trap: 1 }, stopReason: "finished" });
    expect(stats.pages).toBeGreaterThan(5000);
    expect(stats.pages).toBeLessThan(5200);
  });

  it.each<[string, (n: number) => string]>([
    ["month by its name", (n) => `/cal/${2000 + Math.floor(n / 12)}/${MONTHS[n % 12] ?? ""}/`],
    ["count to the base 16", (n) => `/n/${n.toString(16)}`],
  ])("ends a row that never ends from each %s to the next", async (_, pathOf) => {
    const paths = new Map(
      Array.from({ length: 9000 }, (_, n) => [start.slice(0, -1) + pathOf(n), n]),
    );
    const site = fakeSite((url) => [pathOf((paths.get(url) ?? -1) + 1)]);
    const run = crawl({ ...everything(site), start, trapGuard: true });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ notFetched: { trap: 1 }, stopReason: "finished" });
    expect(stats.pages).toBeLessThan(5200);
  });

  it("lets a list of many pages be, each of which leads to the next", async () => {
    const site = fakeSite((url) => {
      const n = Number(url.split("=")[1] ?? 1);
      return n < 6000 ? [`/list?page=${n + 1}`] : [];
    });
    const run = crawl({ ...everything(site), start, trapGuard: true });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 6000, notFetched: {} });
  });

  it("lets a long way through pages of several shapes be", async () => {
    const site = fakeSite((url) => {
      const n = Number(/\d+/.exec(url.slice(13))?.[0] ?? 0) + 1;
      return n > 6000 ? [] : [n % 50 === 0 ? `/chapter/${n}` : `/page/${n}`];
    });
    const run = crawl({ ...everything(site), start, trapGuard: true });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 6001, notFetched: {} });
  });

  it("lets a catalogue of many numbers be, all of which are near", async () => {
    const site = fakeSite((url) => {
      const n = Number(url.split("/p/")[1] ?? 0);
      return n > 800 ? [] : Array.from({ length: 10 }, (_, at) => `/p/${n * 10 + at + 1}`);
    });
    const run = crawl({ ...everything(site), start, trapGuard: true });
    const stats = await site.clock.run(run.done());
    expect(stats.pages).toBeGreaterThan(8000);
    expect(Object.keys(stats.notFetched)).toEqual([]);
  });
});

describe("maxHostFailures", () => {
  it("asks a host no more that has failed so often in a row, and leaves out what is left of it", async () => {
    const site = fakeSite((url) =>
      url.startsWith("http://down")
        ? new Error("no answer")
        : url === start
          ? Array.from({ length: 20 }, (_, n) => `http://${n % 2 ? "up" : "down"}.test/${n}`)
          : [],
    );
    const run = crawl({ ...everything(site), start, maxHostFailures: 5, concurrency: 1 });
    const stats = await site.clock.run(run.done());
    expect(site.urls().filter((url) => url.includes("down"))).toHaveLength(5);
    expect(stats).toMatchObject({ pages: 11, notFetched: { failed: 5, host_down: 5 } });
    expect(stats.errors).toEqual({ unknown_error: 5 });
    expect(run.explain("http://down.test/18")).toBe("host_down");
  });

  it("counts attempts, and statuses from 500 up", async () => {
    const site = fakeSite(() => ({ status: 503 }));
    const urls = ["1", "2", "3"].map((path) => start + path);
    const run = crawl({ ...everything(site), start: urls, maxHostFailures: 4, retries: 9 });
    const stats = await site.clock.run(run.done());
    expect(stats.requests).toBeLessThan(4 + 3);
    expect(stats.notFetched).toEqual({ host_down: 3 });
  });

  it("begins anew with each answer, 404 and 429 too", async () => {
    const site = fakeSite((url) => {
      const n = Number(url.slice(14));
      return n % 3 === 0 ? { status: 404 } : { status: 500 };
    });
    const urls = Array.from({ length: 30 }, (_, n) => `${start}1${n}`);
    const run = crawl({
      ...everything(site),
      start: urls,
      maxHostFailures: 3,
      retries: 0,
      concurrency: 1,
    });
    expect(await site.clock.run(run.done())).toMatchObject({ notFetched: { failed: 30 } });
  });

  it("is off where it is not asked for: each request is attempted, and the crawl ends", async () => {
    const site = fakeSite(() => new Error("no answer"));
    const urls = Array.from({ length: 100 }, (_, n) => start + n);
    const run = crawl({ ...everything(site), start: urls });
    expect(await site.clock.run(run.done())).toMatchObject({ notFetched: { failed: 100 } });
  });
});

describe("notBefore", () => {
  it("keeps a request until its time of day, its place among others kept, and holds up nobody", async () => {
    const site = fakeSite(() => []);
    const run = crawl({
      ...everything(site),
      start: [
        request(`${start}1`, { notBefore: site.clock.wallMs() + 90_000 }),
        request(`${start}2`, { notBefore: new Date(site.clock.wallMs() + 60_000) }),
        request(`${start}3`, { notBefore: 0 }),
      ],
    });
    const stats = await site.clock.run(run.done());
    expect(site.visits.map(({ url, at }) => [url.slice(14), at])).toEqual([
      ["3", 0],
      ["2", 60_000],
      ["1", 90_000],
    ]);
    expect(stats).toMatchObject({ pages: 3, requests: 3, elapsedMs: 90_000 });
  });
});

describe("timeoutMs and proxy of a request", () => {
  it("reach the stack, also where it is attempted again or redirected", async () => {
    const seen: unknown[] = [];
    const site = fakeSite((url, visit, { timeoutMs, proxy }) => {
      seen.push([timeoutMs, proxy]);
      if (visit === 1) return { status: 503 };
      return url === start ? to("/b") : [];
    });
    const first = request(start, { timeoutMs: 500, proxy: "http://proxy.test:8080" });
    await site.clock.run(crawl({ ...everything(site), start: first }).done());
    expect(seen).toEqual(Array.from({ length: 4 }, () => [500, "http://proxy.test:8080"]));
  });
});

/** Three hosts of ten pages each that link to all. */
function web(): FakeSite {
  const links = ["a", "b", "c"].flatMap((host) =>
    Array.from({ length: 10 }, (_, n) => `http://${host}.test/${n === 0 ? "" : n}`),
  );
  return fakeSite(() => links);
}
