import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { HttpHeaders } from "../../src/http/headers.ts";
import { cookies } from "../../src/layers/cookies/cookies.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../src/layers/rate-limit/per-domain-throttle.ts";
import { fakeSite, to } from "../support/fake-site.ts";
import { collect, everything } from "./support/crawls.ts";

const start = "http://a.test/";

describe("crawl, of a redirect", () => {
  it("fetches where it leads as a request of its own, at the same depth", async () => {
    const site = fakeSite((url) =>
      url === start ? to("/b", 301) : url.endsWith("b") ? ["/c"] : [],
    );
    const depths: (readonly [string, number, readonly string[]])[] = [];
    const run = crawl({
      service: site.stack,
      start,
      parse(page) {
        depths.push([page.url, page.depth, page.request.redirects]);
        return page.follow("a[href]");
      },
    });
    const stats = await site.clock.run(run.done());
    expect(depths).toEqual([
      ["http://a.test/b", 0, [start]],
      ["http://a.test/c", 1, []],
    ]);
    expect(stats).toMatchObject({ pages: 2, requests: 3, statuses: { 200: 2, 301: 1 } });
    expect(run.explain(start)).toBe("fetched");
  });

  it("waits for the turn of its host", async () => {
    const layer = perDomainRateLimit({ limiter: new PerDomainThrottle({ minDelayMs: 500 }) });
    const site = fakeSite((url) => (url === start ? to("/b") : []), { layer });
    await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(site.visits.map(({ at }) => at)).toEqual([0, 500]);
  });

  it("leads a link out of scope only if a start URL led there", async () => {
    const site = fakeSite((url) => {
      if (url === start) return to("http://www.a.test/");
      return url === "http://www.a.test/"
        ? ["/in", "/out"]
        : url.endsWith("/out")
          ? to("http://b.test/")
          : [];
    });
    const run = crawl({ ...everything(site), scope: "same-host", start });
    await site.clock.run(run.done());
    expect(site.urls().slice(1).toSorted()).toEqual(
      ["http://www.a.test/", "http://www.a.test/in", "http://www.a.test/out"].toSorted(),
    );
    expect(run.explain("http://b.test/")).toBe("scope");
  });

  it("to a page that was seen is a duplicate", async () => {
    const site = fakeSite((url) =>
      url === start ? ["/b", "/c"] : url.endsWith("b") ? to("/c") : [],
    );
    const stats = await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(site.urls()).toHaveLength(3);
    expect(stats).toMatchObject({ pages: 2, notFetched: { duplicate: 1 } });
  });

  it("back to itself is followed, as it may have set a cookie", async () => {
    const site = fakeSite((_, visit) => (visit === 1 ? to(start) : []));
    const run = crawl({ ...everything(site), start });
    expect(await site.clock.run(collect(run))).toEqual([start]);
    expect(site.visits).toHaveLength(2);
  });

  it("back to itself is fetched once the cookie that it sets comes back", async () => {
    const wall = { status: 302, headers: { location: "/", "set-cookie": "seen=1; Path=/" } };
    const site = fakeSite(
      (url, _, { headers }) => {
        if (HttpHeaders.from(headers).get("cookie") !== "seen=1") return wall;
        return url === start ? ["/b"] : [];
      },
      { layer: cookies() },
    );
    const run = crawl({ ...everything(site), start });
    expect(await site.clock.run(collect(run))).toEqual([start, "http://a.test/b"]);
    expect(site.urls()).toEqual([start, start, "http://a.test/b"]);
  });

  it("back to another spelling of itself is followed", async () => {
    const site = fakeSite((url) => (url.endsWith("?a=1&b=2") ? to("/?b=2&a=1") : []));
    const options = { ...everything(site), key: { sortQuery: true } };
    const run = crawl({ ...options, start: "http://a.test/?a=1&b=2" });
    expect(await site.clock.run(collect(run))).toEqual(["http://a.test/?b=2&a=1"]);
  });

  it("in a circle ends after 20", async () => {
    const site = fakeSite((url) => to(url.endsWith("b") ? "/c" : "/b"));
    const run = crawl({ ...everything(site), start });
    const stats = await site.clock.run(run.done());
    expect(site.visits).toHaveLength(21);
    expect(stats).toMatchObject({ pages: 0, errors: { too_many_redirects: 1 } });
    expect(stats.notFetched).toEqual({ failed: 1 });
  });

  it("to nowhere fails, and so do a 304 and one without a target", async () => {
    const answers = [to("mailto:a@a.test"), to("http://"), { status: 302 }, { status: 304 }];
    const site = fakeSite((url) => answers[Number(url.slice(-1))]);
    const urls = answers.map((_, n) => `http://a.test/${n}`);
    const stats = await site.clock.run(crawl({ ...everything(site), start: urls }).done());
    expect(stats).toMatchObject({
      pages: 0,
      errors: { bad_redirect: 4 },
      notFetched: { failed: 4 },
    });
  });

  it("hands on method, body, priority and meta as it must, and no secret to another origin", async () => {
    const asked: unknown[] = [];
    const site = fakeSite((url, _, { method, body, headers, meta }) => {
      const names = headers instanceof Object && Symbol.iterator in headers ? [...headers] : [];
      asked.push([method, body, names.flat().join(), meta]);
      return url.startsWith(start)
        ? to("http://b.test/", 307)
        : url === "http://b.test/"
          ? to("/c", 303)
          : [];
    });
    const options = {
      method: "POST",
      body: "q",
      meta: [1],
      headers: { Authorization: "x", "X-A": "1" },
    };
    const first = request(start, options);
    await site.clock.run(crawl({ ...everything(site), start: first }).done());
    expect(asked).toEqual([
      ["POST", "q", "Authorization,x,X-A,1", [1]],
      ["POST", "q", "X-A,1", [1]],
      ["GET", undefined, "X-A,1", [1]],
    ]);
  });

  it("counts its attempts anew", async () => {
    const site = fakeSite((url, visit) => {
      if (visit < 3) return { status: 503 };
      return url === start ? to("/b") : [];
    });
    const stats = await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(stats).toMatchObject({ pages: 1, requests: 6, errors: {} });
  });
});
