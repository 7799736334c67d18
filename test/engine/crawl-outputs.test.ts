import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";
import type { Page } from "../../src/engine/page/page.ts";
import { fakeSite } from "../support/fake-site.ts";
import { uncaughtDuring } from "../support/uncaught.ts";
import { collect, sleep } from "./support/crawls.ts";

describe("crawl, of what a parse puts out", () => {
  it("waits for a parse that takes its time before it is done", async () => {
    const site = fakeSite(() => []);
    const run = crawl({
      service: site.stack,
      start: "http://a.test/0",
      concurrency: 1,
      async *parse(page) {
        await sleep(site, 500);
        if (page.depth < 5) yield request(`http://a.test/${page.depth + 1}`);
      },
    });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 6, elapsedMs: 6 * 500 });
  });

  it("goes on after a parse that fails, whatever it throws and wherever", async () => {
    const urls = Array.from({ length: 8 }, (_, n) => `http://a.test/${n}`);
    const site = fakeSite((url) => (url === urls[0] ? urls : []));
    const parses: Record<string, (page: Page) => unknown> = {
      1: () => {
        throw new Error("at once");
      },
      2: () => Promise.reject(new Error("later")),
      3: () => Promise.reject("text"), // oxlint-disable-line prefer-promise-reject-errors
      4: () => Promise.reject(), // oxlint-disable-line prefer-promise-reject-errors
      5: failing,
      6: () => 7,
    };
    const run = crawl<unknown>({
      service: site.stack,
      start: urls[0] ?? "",
      parse: (page) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some are wrong on purpose
        (parses[page.url.slice(-1)]?.(page) ?? page.follow("a[href]")) as Iterable<unknown>,
    });
    const uncaught = await uncaughtDuring(() => site.clock.run(run.done()));
    expect(uncaught).toEqual([]);
    expect(run.stats()).toMatchObject({ pages: 8, items: 1, errors: { parse_failed: 6 } });
    expect(run.stats().stopReason).toBe("finished");
  });

  it.each<[string, (page: Page) => Iterable<unknown>]>([
    ["what follow() gives", (page) => [page.follow("a[href]")]],
    ["a list of requests", (page) => [[...page.follow("a[href]")]]],
    ["a generator", () => [failing()]],
    ["an async generator", () => [later()]],
  ])("takes %s for no item, but for a mistake of the parse", async (_, parse) => {
    const site = fakeSite(() => ["http://a.test/2"]);
    const run = crawl<unknown>({ service: site.stack, start: "http://a.test/1", parse });
    expect(await site.clock.run(run.done())).toMatchObject({
      items: 0,
      errors: { parse_failed: 1 },
    });
  });

  it("takes only what request() and follow() made for a request", async () => {
    const site = fakeSite(() => []);
    const lookalike = { url: "http://a.test/2", method: "GET", priority: 0 };
    const run = crawl<unknown>({
      service: site.stack,
      start: "http://a.test/1",
      parse: (page) => (page.depth === 0 ? [lookalike, undefined, null, "x", page.request] : []),
    });
    const items = await site.clock.run(collect(run));
    expect(items).toEqual([lookalike, undefined, null, "x"]);
    expect(run.stats().notFetched).toEqual({ duplicate: 1 });
  });

  it("sets the depth of a request by the page that put it out", async () => {
    const site = fakeSite(() => []);
    const depths: number[] = [];
    const again = request("http://a.test/", { dontFilter: true });
    const run = crawl({
      service: site.stack,
      start: "http://a.test/",
      parse: (page) => {
        depths.push(page.depth);
        return page.depth < 3 ? [again] : [];
      },
    });
    await site.clock.run(run.done());
    expect(depths).toEqual([0, 1, 2, 3]);
  });

  it("lets timers and sockets have their turn while it reads a page without end", async () => {
    const site = fakeSite(() => []);
    const ends = new AbortController();
    const run = crawl({
      service: site.stack,
      start: "http://a.test/",
      *parse() {
        for (let n = 0; !ends.signal.aborted; n++) yield n;
      },
    });
    site.clock.timer(() => ends.abort(), 0);
    await site.clock.run(run.done());
    expect(run.stats().items).toBeGreaterThan(1000);
  });

  it("asks the stack as the request says, and gives the parse what it carried", async () => {
    const asked: unknown[] = [];
    const site = fakeSite((_, __, http) => {
      asked.push({ method: http.method, body: http.body, meta: http.meta });
      return [];
    });
    const metas: unknown[] = [];
    const start = request("http://a.test/", { method: "POST", body: "q=1", meta: { n: 1 } });
    const parse = (page: Page): void => void metas.push(page.meta);
    await site.clock.run(crawl({ service: site.stack, start, parse }).done());
    expect(asked).toEqual([{ method: "POST", body: "q=1", meta: { n: 1 } }]);
    expect(metas).toEqual([{ n: 1 }]);
    expect(start).toBeInstanceOf(CrawlRequest);
  });

  it.each([1, 2, 100])("tells requests apart by a fingerprint, where %i may wait", async (most) => {
    const site = fakeSite(() => []);
    const run = crawl({
      service: site.stack,
      start: "http://a.test/",
      maxPending: most,
      fingerprint: ({ meta }) => JSON.stringify(meta),
      parse: (page) =>
        page.depth === 0 ? [1, 2, 3, 4, 5].map((n) => request("http://a.test/x", { meta: n })) : [],
    });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 6, notFetched: {} });
  });
});

function* failing(): Generator<string, void> {
  yield "an item";
  throw new Error("in the middle");
}

async function* later(): AsyncGenerator<string, void> {
  yield "an item";
}
