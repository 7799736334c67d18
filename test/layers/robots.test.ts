import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpError, RobotsDisallowedError } from "../../src/http/errors.ts";
import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import type { RateLimiter } from "../../src/layers/rate-limiter.ts";
import { RobotsPendingError } from "../../src/layers/robots-pending-error.ts";
import { robots, type RobotsOptions } from "../../src/layers/robots.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { NotNowError, ServiceError } from "../../src/service/errors.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import type { Stack } from "../../src/service/stack.ts";
import { startListener } from "../../src/service/start-listener.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const file = "https://shop.test/robots.txt";
const open = "https://shop.test/open";
const hidden = "https://shop.test/private";
const HOUR = 3_600_000;

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

  describe("while the file is on its way", () => {
    it("asks for it once, however many wait", async () => {
      const web = internet({ [file]: rules("Disallow: /private") }, {}, 100);
      const calls = Array.from({ length: 20 }, (_, n) => web.start(n % 2 ? open : hidden));
      await web.clock.run(Promise.allSettled(calls));
      expect(web.asked.filter((url) => url === file)).toHaveLength(1);
      expect(web.asked.filter((url) => url === hidden)).toEqual([]);
    });

    it("refuses at once a call that would not wait, which passes when the rules are ready", async () => {
      const web = internet({ [file]: rules() }, {}, 100);
      const error: unknown = await web.start(open, { startWithinMs: 0 }).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(RobotsPendingError);
      expect(web.clock.now()).toBe(0);
      if (error instanceof RobotsPendingError) await web.clock.run(error.ready ?? never());
      expect(await web.get(open, { startWithinMs: 0 })).toMatchObject({ status: 200 });
      expect(web.asked).toEqual([file, open]);
    });

    it("refuses a call as its patience ends", async () => {
      const web = internet({ [file]: rules() }, {}, 100);
      await expect(web.get(open, { startWithinMs: 30 })).rejects.toBeInstanceOf(RobotsPendingError);
      expect(web.clock.now()).toBe(30);
    });

    it("goes on for the others when the call that wanted it first aborts", async () => {
      const web = internet({ [file]: rules() }, {}, 100);
      const controller = new AbortController();
      const first = web.start(open, { signal: controller.signal });
      const second = web.start(open);
      controller.abort("stop");
      await expect(first).rejects.toBe("stop");
      expect(await web.clock.run(second)).toMatchObject({ status: 200 });
      expect(web.asked).toEqual([file, open]);
    });

    it("gives it up when the stack closes", async () => {
      const web = internet({ [file]: rules() }, {}, Infinity);
      await settle(web.start(open, { startWithinMs: 0 }));
      await web.stack[Symbol.asyncDispose]();
      expect(web.aborted).toEqual([file]);
    });

    it("serves each call as its own patience says, whatever ends first, and leaves nothing", () =>
      race());

    it("does not say that the call has started", async () => {
      const web = internet({ [file]: rules() });
      const started: string[] = [];
      const context = new Context({ clock: web.clock });
      await web.clock.run(
        web.stack.call(
          { url: open },
          context.with(startListener, () => started.push(web.asked.join())),
        ),
      );
      expect(started).toEqual([`${file}`]);
    });
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

  describe("remembering", () => {
    it("keeps rules for 24 hours", async () => {
      const web = internet({ [file]: rules() });
      await web.get(open);
      web.clock.advance(24 * HOUR - 1);
      await web.get(open);
      expect(web.asked.filter((url) => url === file)).toHaveLength(1);
      web.clock.advance(1);
      await web.get(open);
      expect(web.asked.filter((url) => url === file)).toHaveLength(2);
    });

    it("keeps a failure for 5 minutes", async () => {
      const web = internet(
        { [file]: (n) => (n === 0 ? { status: 500 } : rules()) },
        { retries: 0 },
      );
      await settle(web.get(open));
      web.clock.advance(299_999);
      await expect(web.get(open)).rejects.toBeInstanceOf(RobotsDisallowedError);
      web.clock.advance(1);
      expect(await web.get(open)).toMatchObject({ status: 200 });
    });

    it("keeps rules that cannot be read anew", async () => {
      const gone = { status: 500 };
      const web = internet({ [file]: (n) => (n === 0 ? rules("Disallow: /private") : gone) });
      await web.get(open);
      web.clock.advance(24 * HOUR);
      expect(await web.get(open)).toMatchObject({ status: 200 });
      await expect(web.get(hidden)).rejects.toBeInstanceOf(RobotsDisallowedError);
    });

    it("forgets the origin unused for longest when there are too many", async () => {
      const web = internet({}, { maxOrigins: 2 });
      for (const host of ["a", "b", "a", "c", "a", "b"]) await web.get(`https://${host}.test/`);
      const files = web.asked.filter((url) => url.endsWith("/robots.txt"));
      expect(files.map((url) => url.charAt(8)).join("")).toBe("abcb");
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

  it.each([
    [{ agent: "" }, 'Expected "agent"'],
    [{ agent: "/1.0" }, 'Expected "agent"'],
    [{ retries: -1 }, 'Expected "retries"'],
    [{ maxOrigins: 0 }, 'Expected "maxOrigins"'],
    [{ limiter: {} }, 'Expected "limiter"'],
  ])("refuses the options %o", (options, message) => {
    // @ts-expect-error -- the last one
    expect(() => robots(options)).toThrow(message);
  });
});

type Answer = Partial<HttpResponseInit> | Error;
type Sites = Readonly<Record<string, Answer | ((asked: number, request: HttpRequest) => Answer)>>;

interface Internet {
  readonly clock: VirtualClock;
  readonly stack: Stack<HttpRequest, HttpResponse>;
  /** URLs in the order they were asked for, and those of them that were given up. */
  readonly asked: string[];
  readonly aborted: string[];
  start(url: string, options?: CallOptions): Promise<HttpResponse>;
  get(url: string, options?: CallOptions): Promise<HttpResponse>;
  call(request: HttpRequest): Promise<HttpResponse>;
}

type CallOptions = Exclude<Parameters<Stack<HttpRequest, HttpResponse>["call"]>[1], Context>;

/** Servers that answer as they are told, all else but a robots.txt being there, through the layer. */
function internet(sites: Sites, options: RobotsOptions = {}, latencyMs = 0): Internet {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const aborted: string[] = [];
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(robots(options))
    .service(
      async (request, context) => {
        const { url } = request;
        const before = asked.filter((it) => it === url).length;
        asked.push(url);
        context.onAbort(() => aborted.push(url));
        if (latencyMs > 0) await context.sleep(latencyMs);
        const site = sites[url] ?? { status: url.endsWith("/robots.txt") ? 404 : 200 };
        const answer = typeof site === "function" ? site(before, request) : site;
        if (answer instanceof Error) throw answer;
        return new HttpResponse({ url, status: 200, ...answer });
      },
      { clock, random: () => 0.5, drainMs: 0 },
    );
  const start: Internet["start"] = (url, options) => stack.call({ url }, options);
  return {
    ...{ clock, stack, asked, aborted, start },
    get: (url, options) => clock.run(start(url, options)),
    call: (request) => clock.run(stack.call(request)),
  };
}

/** A file with one rule for everybody. */
function rules(line = ""): Answer {
  return { body: `User-agent: *\n${line}\n` };
}

/** That many redirects, each to another host. */
function redirects(from: string, count: number): Readonly<Record<string, Answer>> {
  const hop = (n: number): string => (n === 0 ? from : `https://hop${n}.test/robots.txt`);
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      hop(n),
      { status: 301, headers: { location: hop(n + 1) } },
    ]),
  );
}

function never(): Promise<void> {
  return new Promise(() => {});
}

interface Fate {
  readonly comesAt: number;
  readonly patienceMs: number;
  readonly abortsAfterMs: number;
  readonly isHidden: boolean;
}

/** Lets calls come, abort and run out of patience in any order. No two of these share an instant. */
async function race(): Promise<void> {
  const fate: fc.Arbitrary<Fate> = fc.record({
    comesAt: fc.nat(8).map((n) => 10 * n),
    patienceMs: fc.oneof(
      fc.nat(8).map((n) => 10 * n + 2),
      fc.constant(Infinity),
    ),
    abortsAfterMs: fc.oneof(
      fc.nat(12).map((n) => 10 * n + 7),
      fc.constant(Infinity),
    ),
    isHidden: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 8 }), async (fates) => {
      const web = internet({ [file]: rules("Disallow: /private") }, {}, 55);
      const controllers = fates.map(() => new AbortController());
      const calls = fates.map(async (fate, n) => {
        const { signal } = controllers[n] ?? new AbortController();
        await until(web.clock, fate.comesAt);
        web.clock.timer(() => controllers[n]?.abort("stop"), fate.abortsAfterMs);
        const { patienceMs: startWithinMs, isHidden } = fate;
        return settle(web.start(isHidden ? hidden : open, { signal, startWithinMs }));
      });
      const outcomes = await web.clock.run(Promise.all(calls));

      const landsAt = Math.min(...fates.map(({ comesAt }) => comesAt)) + 55;
      expect(outcomes.map(nameOf)).toEqual(fates.map((fate) => endOf(fate, landsAt)));
      expect(web.asked.filter((url) => url === file)).toHaveLength(1);
      expect(web.asked).not.toContain(hidden);
      await web.clock.run(until(web.clock, 1000));
      expect(web.clock.pending).toBe(0);
      expect(controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"))).toEqual([]);
    }),
    { timeout: 2000 },
  );
}

/** How a call must end where the file lands at that instant. */
function endOf({ comesAt, patienceMs, abortsAfterMs, isHidden }: Fate, landsAt: number): string {
  const waitMs = Math.max(0, landsAt - comesAt);
  const isPatient = patienceMs >= waitMs;
  const endsAfterMs = isPatient ? waitMs + (isHidden ? 0 : 55) : patienceMs;
  if (abortsAfterMs < endsAfterMs) return "stop";
  if (!isPatient) return "RobotsPendingError";
  return isHidden ? "RobotsDisallowedError" : "served";
}

function nameOf(outcome: Outcome<HttpResponse>): unknown {
  if (outcome.ok) return "served";
  return outcome.error instanceof Error ? outcome.error.name : outcome.error;
}

function until(clock: VirtualClock, instant: number): Promise<void> {
  return new Promise((resolve) => clock.timer(resolve, Math.max(0, instant - clock.now())));
}
