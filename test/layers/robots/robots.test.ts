import { describe, expect, it } from "vitest";

import { HttpError, RobotsDisallowedError } from "../../../src/http/errors.ts";
import type { RateLimiter } from "../../../src/layers/rate-limit/rate-limiter.ts";
import { robots } from "../../../src/layers/robots/robots.ts";
import { NotNowError, RejectedError, ServiceError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { internet, redirects, rules } from "../../support/internet.ts";
import { untyped } from "../../support/untyped.ts";

const file = "https://shop.test/robots.txt";
const open = "https://shop.test/open";
const hidden = "https://shop.test/private";

describe("robots", () => {
  it("sends what the rules allow, and refuses what they disallow without sending it", async () => {
    const web = internet({ [file]: rules("Disallow: /private") });
    expect(await web.get(open)).toMatchObject({ status: 200, url: open });
    await expect(web.get(hidden)).rejects.toBeInstanceOf(RobotsDisallowedError);
    expect(web.asked).toEqual([file, open]);
  });

  it("asks each scheme, host and port for a file of its own", async () => {
    const web = internet({ "https://shop.test:8443/robots.txt": rules("Disallow: /") });
    const pages = [
      open,
      "http://shop.test/",
      "https://me:pw@shop.test:8443/",
      "https://a.shop.test/",
    ];
    const outcomes = await Promise.all(pages.map((page) => settle(web.get(page))));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false, true]);
    const files = web.asked.filter((url) => url.endsWith("/robots.txt"));
    expect(files.toSorted()).toEqual([
      "http://shop.test/robots.txt",
      "https://a.shop.test/robots.txt",
      "https://shop.test/robots.txt",
      "https://shop.test:8443/robots.txt",
    ]);
  });

  it("goes by its agent, whatever a request calls itself", async () => {
    const body = "User-agent: shop-bot\nDisallow: /private\n\nUser-agent: *\nDisallow: /";
    const web = internet({ [file]: { body } }, { agent: "Shop-Bot/2.0 (+https://bot.test)" });
    const request = { url: open, headers: { "user-agent": "other/1" } };
    expect(await web.call(request)).toMatchObject({ status: 200 });
  });

  it.each(["/robots.txt", "/robots.txt#top"])("lets everybody fetch %s", async (path) => {
    const web = internet({ [file]: rules("Disallow: /") });
    const url = `https://shop.test${path}`;
    await web.get(url);
    expect(web.asked).toEqual([url]);
  });

  it.each(["ftp://shop.test/a", "no URL"])("leaves %s to the layers below", async (url) => {
    const web = internet({});
    await web.get(url);
    expect(web.asked).toEqual([url]);
  });

  describe("asking for the file", () => {
    it("follows 5 redirects, to other hosts too, and keeps to the origin asked for", async () => {
      const web = internet({
        ...redirects(file, 5),
        "https://hop5.test/robots.txt": rules("Disallow: /private"),
      });
      await expect(web.get(hidden)).rejects.toBeInstanceOf(RobotsDisallowedError);
      expect(web.asked).toHaveLength(6);
      expect(await web.get("https://hop5.test/open")).toMatchObject({ status: 200 });
    });

    it.each([
      ["more redirects", redirects(file, 6)],
      ["a loop", { [file]: { status: 301, headers: { location: file } } }],
      ["a redirect to nowhere", { [file]: { status: 301, headers: { location: "ftp://x/" } } }],
      ["a redirect without a target", { [file]: { status: 301 } }],
    ])("takes %s for no file", async (_, sites) => {
      const web = internet(sites);
      expect(await web.get(hidden)).toMatchObject({ status: 200 });
      expect(web.asked.length).toBeLessThanOrEqual(7);
    });

    it.each([
      ["a 500", { status: 500 }],
      ["a 429", { status: 429 }],
      ["a lost connection", new HttpError("connect", "refused", { request: { url: file } })],
    ])("repeats it twice after %s, then lets nothing through, and tells why", async (_, answer) => {
      const web = internet({ [file]: answer });
      const error: unknown = await web.get(open).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(RobotsDisallowedError);
      expect(error).toHaveProperty("cause", expect.any(ServiceError));
      expect(web.asked).toEqual([file, file, file]);
    });

    it("repeats it as often as it is told to, until it works", async () => {
      const answers = [{ status: 503 }, { status: 503 }, rules("Disallow: /private")];
      const web = internet({ [file]: (n) => answers[n] ?? {} }, { retries: 2 });
      await expect(web.get(hidden)).rejects.not.toHaveProperty("cause", expect.anything());
      const once = internet({ [file]: { status: 503 } }, { retries: 0 });
      await settle(once.get(open));
      expect(once.asked).toEqual([file]);
    });

    it("waits as long as Retry-After says", async () => {
      const later = { status: 429, headers: { "retry-after": "30" } };
      const web = internet({ [file]: (n) => (n === 0 ? later : rules()) });
      await web.get(open);
      expect(web.clock.now()).toBe(30_000);
    });

    it("passes on a refusal for now that it meets itself, until that may pass", async () => {
      const refusal = new NotNowError("open", { retryAt: 500 });
      const web = internet({ [file]: (n) => (n === 0 ? refusal : rules()) });
      await expect(web.get(open)).rejects.toBe(refusal);
      await expect(web.get(open)).rejects.toBe(refusal);
      web.clock.advance(500);
      expect(await web.get(open)).toMatchObject({ status: 200 });
    });

    it("passes on a refusal for now of what it redirects to, and asks anew when that may pass", async () => {
      const ready = Promise.resolve();
      const refusal = new NotNowError("open", { retryAt: 500, ready });
      const elsewhere = "https://hop1.test/robots.txt";
      const web = internet({
        ...redirects(file, 1),
        [elsewhere]: (n) => (n === 0 ? refusal : rules("Disallow: /private")),
      });
      for (const page of [hidden, open]) await expect(web.get(page)).rejects.toBe(refusal);
      expect(web.asked).toEqual([file, elsewhere]);
      web.clock.advance(500);
      await expect(web.get(hidden)).rejects.toBeInstanceOf(RobotsDisallowedError);
      expect(await web.get(open)).toMatchObject({ status: 200 });
    });

    it("passes on a final refusal of what it redirects to, for 5 minutes, whichever hop it was", async () => {
      const refusal = new RejectedError("not there");
      const end = "https://hop3.test/robots.txt";
      const web = internet({ ...redirects(file, 3), [end]: (n) => (n === 0 ? refusal : rules()) });
      for (const page of [hidden, open]) await expect(web.get(page)).rejects.toBe(refusal);
      expect(web.asked).not.toContain(hidden);
      web.clock.advance(5 * 60_000);
      expect(await web.get(open)).toMatchObject({ status: 200 });
    });

    it("reads no more of it than counts", async () => {
      let limit: number | undefined;
      const web = internet({
        [file]: (_, request) => {
          limit = request.maxBytes;
          return rules();
        },
      });
      await web.get(open);
      expect(limit).toBeGreaterThanOrEqual(500 * 1024);
      expect(limit).toBeLessThanOrEqual(1024 * 1024);
    });
  });

  describe("the crawl-delay", () => {
    it.each([
      ["Crawl-delay: 2.5", [["shop.test", 2500]]],
      ["Crawl-delay: 3600", [["shop.test", 60_000]]],
      ["Crawl-delay: soon", []],
      ["", []],
    ])("of %o is handed to the limiter, up to a minute", async (line, expected) => {
      const set: unknown[] = [];
      const limiter: RateLimiter = {
        acquire: async () => {},
        recordResponse: () => {},
        setCrawlDelay: (domain, delayMs) => void set.push([domain, delayMs]),
      };
      const web = internet({ [file]: rules(line) }, { limiter });
      await web.get(open);
      await web.get(open);
      expect(set).toEqual(expected);
    });
  });

  it("hands the limiter the greatest crawl-delay of a host, and 0 when it is gone a day later", async () => {
    const set: number[] = [];
    const limiter: RateLimiter = {
      acquire: async () => {},
      recordResponse: () => {},
      setCrawlDelay: (_, delayMs) => void set.push(delayMs),
    };
    const sites = {
      [file]: (n: number) => (n === 0 ? rules("Crawl-delay: 5") : rules()),
      "http://shop.test/robots.txt": (n: number) => rules(n === 0 ? "Crawl-delay: 2" : ""),
    };
    const web = internet(sites, { limiter });
    for (const url of [open, "http://shop.test/"]) await web.get(url);
    web.clock.advance(24 * 3_600_000);
    for (const url of [open, "http://shop.test/"]) await web.get(url);
    expect(set).toEqual([5000, 5000, 2000, 0]);
  });

  it("lets nothing through where the limiter fails, and tells why", async () => {
    const cause = new Error("broken");
    const setCrawlDelay = (): never => {
      throw cause;
    };
    const limiter = { acquire: async () => {}, recordResponse: () => {}, setCrawlDelay };
    const web = internet({ [file]: rules("Crawl-delay: 1") }, { limiter });
    await expect(web.get(open)).rejects.toMatchObject({ code: "robots_disallowed", cause });
  });

  it.each([
    [{ agent: "" }, 'Expected "agent"'],
    [{ agent: "/1.0" }, 'Expected "agent"'],
    [{ retries: -1 }, 'Expected "retries"'],
    [{ maxOrigins: 0 }, 'Expected "maxOrigins"'],
    [{ maxOrigins: Infinity }, 'Expected "maxOrigins" to be finite: got Infinity'],
    [{ limiter: {} }, 'Expected "limiter.setCrawlDelay" to be a function: got undefined'],
    [{ limiter: null }, 'Expected "limiter" to be an object: got null'],
    [{ agnt: "a" }, 'Expected options of robots, agent, limiter, retries, maxOrigins: got "agnt"'],
    [null, "Expected the options of robots"],
  ])("refuses the options %o", (options, message) => {
    expect(() => robots(untyped(options))).toThrow(message);
  });
});
