import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { OnResponse, Reaction } from "../../src/engine/hooks/reaction.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import type { HttpRequest } from "../../src/http/message.ts";
import { classifyStatus } from "../../src/layers/classify-status.ts";
import { type Answer, fakeSite } from "../support/fake-site.ts";
import { untyped } from "../support/untyped.ts";
import { collect, everything, sleep } from "./support/crawls.ts";

const start = "http://a.test/";
const captcha = { status: 200, body: "captcha" };

describe("onResponse", () => {
  it("sees each response, and leaves it as it is where it gives nothing", async () => {
    const seen: (readonly [string, number])[] = [];
    const answers: Record<string, Answer> = { "/": ["/1", "/2"], "/1": { status: 503 }, "/2": [] };
    const site = fakeSite((url) => answers[url.slice(13)]);
    const onResponse: OnResponse = ({ url, status }) => void seen.push([url, status]);
    const run = crawl({ ...everything(site), start, onResponse, retries: 1 });
    const stats = await site.clock.run(run.done());
    expect(seen.map(([url, status]) => `${status} ${url.slice(13)}`)).toEqual([
      "200 /",
      "503 /1",
      "200 /2",
      "503 /1",
    ]);
    expect(stats).toMatchObject({ pages: 2, notFetched: { failed: 1 } });
  });

  it.each(["as it is", "as an error"])("has a response read that is none, %s", async (how) => {
    const site = fakeSite(() => ({ status: 404, body: "<title>No such product</title>" }), {
      ...(how === "as an error" && { layer: classifyStatus() }),
    });
    const run = crawl({
      service: site.stack,
      start,
      parse: (page) => [`${page.status} ${page.title}`],
      onResponse: ({ status }) => (status === 404 ? { parse: true } : undefined),
    });
    expect(await site.clock.run(collect(run))).toEqual(["404 No such product"]);
    expect(run.stats()).toMatchObject({ pages: 1, errors: {}, notFetched: {} });
  });

  it.each<Reaction>([{ skip: true }, { skip: "captcha" }])(
    "leaves a page out by %j",
    async (skip) => {
      const site = fakeSite(() => captcha);
      const run = crawl({ ...everything(site), start, onResponse: () => skip });
      const stats = await site.clock.run(run.done());
      expect(stats).toMatchObject({ pages: 0, items: 0, notFetched: { filtered: 1 }, errors: {} });
      expect(run.explain(start)).toBe("filtered");
    },
  );

  it("has a request attempted again, and when", async () => {
    const site = fakeSite((_, visit) => (visit === 1 ? captcha : []));
    const run = crawl({
      ...everything(site),
      start,
      onResponse: (page) => (page.text === "captcha" ? { retry: 60_000 } : undefined),
    });
    const stats = await site.clock.run(run.done());
    expect(site.visits.map(({ at }) => at)).toEqual([0, 60_000]);
    expect(stats).toMatchObject({ pages: 1, requests: 2, errors: {} });
  });

  it("attempts no more often than retries allow, and then fails", async () => {
    const site = fakeSite(() => captcha);
    const run = crawl({ ...everything(site), start, onResponse: () => ({ retry: true }) });
    const stats = await site.clock.run(run.done());
    expect(site.visits.map(({ at }) => at)).toEqual([0, 50, 150]);
    expect(stats).toMatchObject({ errors: { unwanted_response: 1 }, notFetched: { failed: 1 } });
  });

  it.each<readonly [string, Reaction, Partial<HttpRequest>]>([
    ["a relative URL", { follow: "b?c" }, { url: "http://a.test/b?c", method: "GET" }],
    ["a URL", { follow: new URL("http://b.test/") }, { url: "http://b.test/", method: "GET" }],
    [
      "a request",
      { follow: request("http://a.test/login", { method: "POST", body: "me" }) },
      { url: "http://a.test/login", method: "POST", body: "me" },
    ],
  ])(
    "has %s fetched in place of the request, as if it had redirected there",
    async (_, reaction, next) => {
      const asked: HttpRequest[] = [];
      const site = fakeSite((_, __, request) => (asked.push(request), []));
      const run = crawl({
        service: site.stack,
        start: request(start, { meta: { n: 1 }, to: "detail" }),
        parse: () => {},
        handlers: {
          detail: (page) => [`${JSON.stringify(page.meta)} ${page.request.redirects.join()}`],
        },
        onResponse: ({ url }) => (url === start ? reaction : undefined),
      });
      expect(await site.clock.run(collect(run))).toEqual([`{"n":1} ${start}`]);
      expect(asked[1]).toMatchObject(next);
    },
  );

  it("keeps to the rules, and to twenty requests, where it follows", async () => {
    const site = fakeSite(() => []);
    const run = crawl({
      ...everything(site),
      start,
      onResponse: ({ url }) => ({ follow: `${url}1` }),
    });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ requests: 21, errors: { too_many_redirects: 1 } });
  });

  it("may go back to where it was, as a login does", async () => {
    let isIn = false;
    const site = fakeSite((url) => {
      if (url.endsWith("login")) isIn = true;
      return isIn ? [] : { status: 200, body: "log in" };
    });
    const run = crawl({
      ...everything(site),
      start,
      onResponse(page) {
        if (page.text === "log in") return { follow: "/login" };
        return page.url.endsWith("login") ? { follow: start } : undefined;
      },
    });
    expect(await site.clock.run(collect(run))).toEqual([start]);
    expect(site.urls()).toEqual([start, `${start}login`, start]);
  });

  it.each<readonly [string, OnResponse, string]>([
    ["throws", () => broken(), "Error: broken"],
    ["rejects", async () => broken(), "Error: broken"],
    ["gives two things", untyped(() => ({ retry: true, parse: true })), "got an object"],
    ["gives what is none", untyped(() => "skip"), 'got "skip"'],
    ["gives a wrong wait", untyped(() => ({ retry: -1 })), "{ parse }, { skip }, { retry }"],
    ["follows to no page", () => ({ follow: "mailto:a@a.test" }), "an absolute http or https URL"],
    [
      "follows to no handler",
      () => ({ follow: request(start, { to: "none" }) }),
      'Expected "to" to be one of the handlers',
    ],
  ])("that %s makes the request fail, and is told of", async (_, onResponse, message) => {
    const site = fakeSite(() => []);
    const run = crawl({ ...everything(site), start, onResponse, failFast: true });
    const failure: unknown = await site.clock.run(run.done().catch((error: unknown) => error));
    expect(failure instanceof Error && String(failure.cause)).toContain(message);
    expect(run.stats()).toMatchObject({
      pages: 0,
      errors: { hook_failed: 1 },
      notFetched: { failed: 1 },
    });
  });

  it("that hangs is left behind when the crawl is aborted, and counts no page beyond maxPages", async () => {
    const site = fakeSite((url) => (url === start ? ["/1", "/2", "/3"] : []));
    const run = crawl({
      ...everything(site),
      start,
      maxPages: 2,
      onResponse: ({ url }) => (url === start ? undefined : new Promise(() => {})),
    });
    const done = run.done();
    await site.clock.run(sleep(site, 1000));
    expect(site.visits).toHaveLength(2);
    await site.clock.run(run.stop({ graceMs: 10 }));
    expect(await done).toMatchObject({ pages: 1, elapsedMs: 1010, stopReason: "stopped" });
  });
});

function broken(): never {
  throw new Error("broken");
}
