import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { Page } from "../../src/engine/page/page.ts";
import { HttpError } from "../../src/http/errors.ts";
import { type Answer, fakeSite } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

describe("crawl, of a request that failed", () => {
  it("tries again what failed in passing, after as long as the response asks, and counts attempts", async () => {
    const attempts: number[] = [];
    const site = fakeSite((_, visit) =>
      visit < 3 ? { status: 503, headers: { "retry-after": "7" } } : [],
    );
    const parse = (page: Page): void => void attempts.push(page.request.attempts);
    const run = crawl({ service: site.stack, start: "http://a.test/", parse });
    const stats = await site.clock.run(run.done());
    expect(site.visits.map(({ at }) => at)).toEqual([0, 7000, 14_000]);
    expect(attempts).toEqual([2]);
    expect(stats).toMatchObject({
      pages: 1,
      requests: 3,
      statuses: { 200: 1, 503: 2 },
      errors: {},
    });
  });

  it("gives up a request that fails for ever, with growing waits, and the crawl ends", async () => {
    const site = fakeSite(() => ({ status: 429 }));
    const run = crawl({ ...everything(site), start: "http://a.test/", retries: 3 });
    const stats = await site.clock.run(run.done());
    const [one = 0, two = 0, three = 0, four = 0] = site.visits.map(({ at }) => at);
    expect(site.visits).toHaveLength(4);
    expect(three - two).toBeGreaterThan(two - one);
    expect(four - three).toBeGreaterThan(three - two);
    expect(stats).toMatchObject({ errors: { too_many_requests: 1 }, notFetched: { failed: 1 } });
    expect(run.explain("http://a.test")).toBe("failed");
  });

  it.each<readonly [string, Answer, number]>([
    ["429 that names seconds", busy("3"), 3000],
    ["503 that names a date", { ...busy("Thu, 01 Jan 1970 00:00:20 GMT"), status: 503 }, 20_000],
    ["429 that names an absurd time", busy("999999999999"), 60_000],
    ["429 that names a date long ago", busy("Thu, 01 Jan 1970 00:00:00 GMT"), 0],
    ["429 that names nothing", busy("soon"), 50],
    ["connection that was reset", new HttpError("connection_reset", "reset"), 50],
    ["reused connection that was reset", staleConnection(), 0],
  ])("comes back once after a %s, exactly when it should", async (_, answer, afterMs) => {
    const site = fakeSite((_, visit) => (visit === 1 ? answer : []));
    const others = Array.from({ length: 5 }, (_, n) => `http://h${n}.test/`);
    const run = crawl({ ...everything(site), start: others });
    const stats = await site.clock.run(run.done());
    for (const url of others) {
      const at = site.visits.filter((visit) => visit.url === url).map(({ at }) => at);
      expect(at).toEqual([0, afterMs]);
    }
    expect(stats).toMatchObject({ pages: 5, requests: 10, errors: {} });
  });

  it("keeps the place of a request that is tried again", async () => {
    const site = fakeSite(
      (url, visit) =>
        url === "http://a.test/1" && visit === 1
          ? { status: 503, headers: { "retry-after": "1" } }
          : [],
      { latencyMs: 400 },
    );
    const start = [1, 2, 3, 4, 5, 6].map((n) => `http://a.test/${n}`);
    await site.clock.run(crawl({ ...everything(site), start, concurrency: 1 }).done());
    expect(
      site
        .urls()
        .map((url) => url.slice(-1))
        .join(""),
    ).toBe("1234156");
  });

  it("neither tries again what asks for no repetition, nor takes it for a page", async () => {
    const answers: Record<string, number> = { a: 404, b: 501, c: 304, d: 300, e: 204, f: 203 };
    const site = fakeSite((url) => ({ status: answers[url.slice(-1)] ?? 200 }));
    const start = Object.keys(answers).map((path) => `http://a.test/${path}`);
    const stats = await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(stats).toMatchObject({ pages: 2, requests: 6, notFetched: { failed: 4 } });
    expect(stats.errors).toEqual({ not_found: 1, server_error: 1, bad_redirect: 2 });
  });
});

function busy(retryAfter: string): { status: number; headers: Record<string, string> } {
  return { status: 429, headers: { "retry-after": retryAfter } };
}

function staleConnection(): HttpError {
  return new HttpError("connection_reset", "reset", { reusedConnection: true });
}
