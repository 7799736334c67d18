import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { type CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";
import type { Page } from "../../src/engine/page/page.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { HttpResponse } from "../../src/http/message.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const HELD_MS = 60_000;
const FAST = Array.from({ length: 20 }, (_, n) => `http://fast${n}.test/`);

describe("a host that is held, and fills all the room there is", () => {
  it("keeps no link to another host out, and loses none of its own", async () => {
    const { clock, options, visits } = world();
    const run = crawl({ ...options, start: ["http://held.test/", ...FAST] });
    const stats = await clock.run(run.done());
    expect(stats).toMatchObject({ pages: 501 + 20 * FAST.length, pending: 0, errors: {} });
    expect(Math.max(...visits.filter(isFast).map(({ at }) => at))).toBeLessThan(HELD_MS / 2);
  });

  it("keeps no start URL out that waits for room", async () => {
    const { clock, options, visits } = world();
    const held = Array.from({ length: 500 }, (_, n) => `http://held.test/${n + 1}`);
    const run = crawl({ ...options, start: [...held.slice(0, 99), ...FAST, ...held] });
    const stats = await clock.run(run.done());
    expect(stats).toMatchObject({ pages: 500 + 20 * FAST.length, pending: 0 });
    expect(Math.max(...visits.filter(isFast).map(({ at }) => at))).toBeLessThan(HELD_MS / 2);
  });

  it("keeps none out where it is its requests that wait for their time of day", async () => {
    const { clock, options, visits } = world();
    const notBefore = clock.wallMs() + HELD_MS;
    const later = Array.from({ length: 500 }, (_, n) =>
      request(`http://later.test/${n}`, { notBefore }),
    );
    const run = crawl({
      ...options,
      start: ["http://hub.test/", ...FAST],
      parse: (page) => (page.url === "http://hub.test/" ? later : page.follow("a[href]")),
    });
    const stats = await clock.run(run.done());
    expect(stats).toMatchObject({ pages: 501 + 20 * FAST.length, pending: 0 });
    expect(Math.max(...visits.filter(isFast).map(({ at }) => at))).toBeLessThan(HELD_MS / 2);
    const early = visits.filter(({ url, at }) => url.includes("later") && at < HELD_MS);
    expect(early).toEqual([]);
  });

  it("has no more wait than twice as many as may", async () => {
    const { clock, options } = world();
    let most = 0;
    const run = crawl({
      ...options,
      start: ["http://held.test/", ...FAST],
      *parse(page) {
        yield* page.follow("a[href]");
        most = Math.max(most, run.stats().pending);
      },
    });
    await clock.run(run.done());
    expect(most).toBeGreaterThanOrEqual(100);
    expect(most).toBeLessThanOrEqual(200);
  });
});

interface Visit {
  readonly url: string;
  readonly at: number;
}

/** The pages of one host answer 429 for a minute, but for the first, which links to five hundred. */
function world(): {
  readonly clock: VirtualClock;
  readonly visits: readonly Visit[];
  readonly options: Omit<CrawlOptions<never>, "start">;
} {
  const clock = new VirtualClock();
  const visits: Visit[] = [];
  const service = httpStack({ delayMs: 0, redirect: false, retry: false, robots: false }).service(
    async ({ url }, context) => {
      await context.sleep(20);
      const at = context.clock.now();
      visits.push({ url, at });
      const { host, pathname } = new URL(url);
      if (host === "held.test" && pathname !== "/" && at < HELD_MS) {
        return new HttpResponse({ url, status: 429, headers: { "retry-after": "60" } });
      }
      const body = linksOf(host, Number(pathname.slice(1)));
      return new HttpResponse({ url, status: 200, headers: { "content-type": "text/html" }, body });
    },
    { clock },
  );
  return { clock, visits, options: { service, scope: "all", maxPending: 100, parse: followAll } };
}

function followAll(page: Page): Iterable<CrawlRequest> {
  return page.follow("a[href]");
}

function linksOf(host: string, n: number): string {
  const isFast = host.startsWith("fast");
  const paths = isFast && n < 19 ? [n + 1] : [];
  if (host === "held.test" && n === 0) for (let n = 1; n <= 500; n++) paths.push(n);
  return paths.map((path) => `<a href="/${path}">more</a>`).join("");
}

function isFast({ url }: Visit): boolean {
  return url.includes("fast");
}
