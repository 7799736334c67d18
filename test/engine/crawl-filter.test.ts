import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { HookError } from "../../src/engine/hooks/hook-error.ts";
import type { LinkFilter } from "../../src/engine/hooks/link-filter.ts";
import type { HttpRequest } from "../../src/http/message.ts";
import { type FakeSite, fakeSite, to } from "../support/fake-site.ts";
import { untyped } from "../support/untyped.ts";
import { everything, sleep } from "./support/crawls.ts";
import { eventsOf } from "./support/events-of.ts";

const start = "http://a.test/";

describe("filter", () => {
  it.each<readonly [string, LinkFilter]>([
    ["at once", ({ url }) => !url.endsWith("/2")],
    ["with a reason", ({ url }) => (url.endsWith("/2") ? "even" : true)],
    ["later", async ({ url }) => !url.endsWith("/2")],
  ])("leaves out links that it does not want, and says so %s", async (_, filter) => {
    const site = wide();
    const run = crawl({ ...everything(site), start, filter });
    const stats = await site.clock.run(run.done());
    expect(site.urls()).toEqual([start, `${start}1`, `${start}3`]);
    expect(stats).toMatchObject({ notFetched: { filtered: 1 }, errors: {} });
    expect(run.explain(`${start}2`)).toBe("filtered");
  });

  it("is asked of no start URL, and of nothing that the rules leave out already", async () => {
    const asked: string[] = [];
    const site = wide();
    const filter: LinkFilter = ({ url }) => asked.push(url) > 0;
    const run = crawl({ ...everything(site), start, exclude: ["*/1"], filter });
    await site.clock.run(run.done());
    expect(asked).toEqual([`${start}2`, `${start}3`]);
  });

  it("is asked of where a link redirects", async () => {
    const site = fakeSite((url) =>
      url === start ? ["/1"] : url.endsWith("/1") ? to("/secret") : [],
    );
    const run = crawl({ ...everything(site), start, filter: ({ url }) => !url.endsWith("secret") });
    const stats = await site.clock.run(run.done());
    expect([site.urls(), stats.notFetched]).toEqual([[start, `${start}1`], { filtered: 1 }]);
  });

  it("is asked once of a link that waits for room", async () => {
    const asked: string[] = [];
    const site = wide();
    const filter: LinkFilter = async ({ url }) => asked.push(url) > 0;
    const run = crawl({ ...everything(site), start, filter, maxPending: 1 });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 4 });
    expect(asked).toHaveLength(3);
  });

  it.each<readonly [string, LinkFilter, string]>([
    ["throws", () => broken(), "Error: broken"],
    ["rejects", async () => broken(), "Error: broken"],
    ["gives neither", untyped(() => 1), 'Expected "filter" to give true, false or why not: got 1'],
    ["gives neither later", untyped(async () => {}), "got undefined"],
  ])("that %s leaves the link out, and is told of", async (_, filter, message) => {
    const site = wide();
    const run = crawl({ ...everything(site), start, filter });
    const events = await eventsOf(async () => void (await site.clock.run(run.done())));
    expect(run.stats()).toMatchObject({
      pages: 1,
      errors: { hook_failed: 3 },
      notFetched: { failed: 3 },
      stopReason: "finished",
    });
    const told = events.find(({ event }) => event === "notFetched")?.detail["error"];
    expect(told).toBeInstanceOf(HookError);
    expect(told instanceof Error && String(told.cause)).toContain(message);
  });

  it("that takes its time holds up the page, and nothing that can be stopped", async () => {
    const site = wide();
    const run = crawl({ ...everything(site), start, filter: () => new Promise(() => {}) });
    const done = run.done();
    await site.clock.run(sleep(site, 10));
    await site.clock.run(run.stop({ graceMs: 100 }));
    expect(await done).toMatchObject({ elapsedMs: 110, stopReason: "stopped" });
  });
});

describe("accept", () => {
  it.each([
    ["a promise", async () => false],
    ["a promise", () => Promise.reject(new Error("no"))],
    ["undefined", () => {}],
    ["1", () => 1],
  ])("fails where it gives %s", async (got, accept) => {
    const site = fakeSite(() => []);
    const run = crawl({ ...everything(site), start, accept: untyped(accept), failFast: true });
    await expect(site.clock.run(run.done())).rejects.toMatchObject({
      code: "hook_failed",
      cause: { message: `Expected "accept" to give true or false, and at once: got ${got}` },
    });
  });

  it("decides by the head whether a page is read and parsed", async () => {
    const asked: HttpRequest[] = [];
    const site = fakeSite((url, _, request) => {
      asked.push(request);
      if (url === start) return ["/a.pdf", "/b"];
      return {
        status: 200,
        headers: { "content-type": url.endsWith("pdf") ? "application/pdf" : "text/html" },
      };
    });
    const run = crawl({
      ...everything(site),
      start,
      accept: ({ headers }) => headers.get("content-type")?.includes("html") ?? false,
    });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ pages: 2, requests: 3, items: 2, notFetched: { filtered: 1 } });
    expect(run.explain(`${start}a.pdf`)).toBe("filtered");
    const head = { url: start, status: 200, headers: new Headers() };
    const pdf = { ...head, headers: { get: () => "application/pdf" } };
    expect(asked[0]?.accept?.(untyped(pdf))).toBe(false);
    expect(asked[0]?.accept?.(untyped({ ...pdf, status: 404 }))).toBe(true);
  });

  it("that throws makes the request fail, is told of, and reads no body", async () => {
    const asked: HttpRequest[] = [];
    const site = fakeSite((_, __, request) => (asked.push(request), []));
    const run = crawl({ ...everything(site), start, accept: broken });
    expect(await site.clock.run(run.done())).toMatchObject({
      pages: 0,
      requests: 1,
      errors: { hook_failed: 1 },
      notFetched: { failed: 1 },
    });
    expect(asked[0]?.accept?.(untyped({ status: 200 }))).toBe(false);
  });

  it("is no word to the stack where there is none", async () => {
    const site = fakeSite((_, __, request) => ("accept" in request ? { status: 500 } : []));
    const run = crawl({ ...everything(site), start });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 1 });
  });
});

function wide(): FakeSite {
  return fakeSite((url) => (url === start ? ["/1", "/2", "/3"] : []));
}

function broken(): never {
  throw new Error("broken");
}
