import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { robots } from "../../src/layers/robots/robots.ts";
import { NotNowError, type NotNowOptions, RejectedError } from "../../src/service/errors.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

describe("crawl, of a request that the stack refuses for now", () => {
  it("comes back when the refusal says, not before, at no cost of an attempt", async () => {
    const site = refusing(({ now }) => (now < 5000 ? { retryAt: now + 100 } : undefined));
    const run = crawl({ ...everything(site), start: "http://a.test/0", retries: 0 });
    const stats = await site.clock.run(run.done());
    expect(site.visits.map(({ at }) => at)).toEqual([5000]);
    expect(site.refusals()).toBe(50);
    expect(stats).toMatchObject({ pages: 1, requests: 1, errors: {}, notFetched: {} });
  });

  it("comes back when what it waits for is ready", async () => {
    const site = refusing(({ now, sleep }) =>
      now < 700 ? { ready: sleep(700 - now) } : undefined,
    );
    await site.clock.run(crawl({ ...everything(site), start: urls(8) }).done());
    expect(new Set(site.visits.map(({ at }) => at))).toEqual(new Set([700]));
    expect(site.refusals()).toBeLessThanOrEqual(8);
  });

  it("comes back after another call has ended, where the refusal says nothing", async () => {
    let inFlight = 0;
    const site = fakeSite(() => [], {
      latencyMs: 50,
      layer: layer("oneAtATime", (inner) => async (request, context) => {
        if (inFlight > 0) throw new NotNowError("busy");
        inFlight++;
        return inner.call(request, context).finally(() => inFlight--);
      }),
    });
    const start = Array.from({ length: 20 }, (_, n) => `http://h${n}.test/`);
    const stats = await site.clock.run(crawl({ ...everything(site), start }).done());
    expect(stats).toMatchObject({ pages: 20, elapsedMs: 20 * 50 });
    expect(site.refusals()).toBeLessThan(4 * 20);
  });

  it.each([
    ["says nothing", () => ({})],
    ["names the very instant", ({ now }) => ({ retryAt: now })],
    ["names an instant that is past", ({ now }) => ({ retryAt: now - 10 })],
    ["names an instant that never comes", () => ({ retryAt: Infinity })],
    ["is ready at once", () => ({ ready: Promise.resolve() })],
  ] satisfies (readonly [string, Refuse])[])(
    "is not asked for again and again where the refusal %s, and no other call is under way",
    async (_, refuse) => {
      const site = refusing((moment) => (moment.now < 1000 ? refuse(moment) : undefined));
      const run = crawl({ ...everything(site), start: urls(3) });
      const stats = await site.clock.run(run.done());
      expect(stats).toMatchObject({ pages: 3, stopReason: "finished" });
      expect(site.visits[0]?.at).toBeLessThanOrEqual(1200);
      expect(site.refusals()).toBeLessThanOrEqual(3 + 1200);
    },
  );

  it("is not held up by a host that says nothing and one that never lets go", async () => {
    const site = fakeSite(() => [], {
      layer: layer("refusing", (inner) => async (request, context) => {
        const now = context.clock.now();
        if (request.url.includes("never")) throw new NotNowError("no", { retryAt: now + 60_000 });
        if (request.url.includes("blind") && now < 300) throw new NotNowError("no");
        return inner.call(request, context);
      }),
    });
    const run = crawl({ ...everything(site), start: ["http://blind.test/", "http://never.test/"] });
    const done = run.done();
    await site.clock.run(new Promise<void>((resolve) => site.clock.timer(resolve, 1000)));
    expect(site.urls()).toEqual(["http://blind.test/"]);
    await run.stop();
    expect(await done).toMatchObject({ pages: 1, notFetched: { stopped: 1 } });
  });

  it("holds up no other host", async () => {
    const site = fakeSite(() => [], {
      layer: layer("refusing", (inner) => async (request, context) => {
        const { host } = new URL(request.url);
        const { clock } = context;
        if (host === "slow.test" && clock.now() < 60_000)
          throw new NotNowError("no", { retryAt: 60_000 });
        return inner.call(request, context);
      }),
    });
    const slow = Array.from({ length: 30 }, (_, n) => `http://slow.test/${n}`);
    const start = [...slow, ...urls(9)];
    await site.clock.run(crawl({ ...everything(site), start, concurrency: 2 }).done());
    const quick = site.visits.filter(({ url }) => url.startsWith("http://a.test"));
    expect(quick.map(({ at }) => at)).toEqual(Array.from({ length: 9 }, () => 0));
    expect(site.visits).toHaveLength(39);
  });

  it("works with a limiter of the user's own", async () => {
    let free = 0;
    const limiter = {
      acquire: async (_: string, { clock }: { readonly clock: { now(): number } }) => {
        if (clock.now() < free) throw new NotNowError("later", { retryAt: free });
        free = clock.now() + 300;
      },
      recordResponse: () => {},
      setCrawlDelay: () => {},
    };
    const site = fakeSite(() => [], { layer: perDomainRateLimit({ limiter }) });
    await site.clock.run(crawl({ ...everything(site), start: urls(5) }).done());
    expect(site.visits.map(({ at }) => at)).toEqual([0, 300, 600, 900, 1200]);
  });
});

describe("crawl, of a request that the stack refuses for good", () => {
  it("counts it, and sends nothing", async () => {
    const site = fakeSite(() => [], {
      layer: layer("refusing", (inner) => async (request, context) => {
        if (request.url.endsWith("0")) throw new RejectedError("never");
        return inner.call(request, context);
      }),
    });
    const run = crawl({ ...everything(site), start: urls(2) });
    const stats = await site.clock.run(run.done());
    expect(stats).toMatchObject({ pages: 1, requests: 1, errors: {}, notFetched: { refused: 1 } });
    expect(run.explain("http://a.test/0")).toBe("refused");
  });

  it("tells what robots.txt forbids from all else, and waits for the file without a worker", async () => {
    const site = fakeSite(
      (url) =>
        url.endsWith("/robots.txt")
          ? { status: 200, body: "User-agent: *\nDisallow: /private" }
          : ["/private/1", "/2"],
      { latencyMs: (url) => (url.endsWith("/robots.txt") ? 5000 : 10), layer: robots() },
    );
    const run = crawl({ ...everything(site), start: "http://a.test/1" });
    const stats = await site.clock.run(run.done());
    expect(site.urls()).toEqual(["http://a.test/robots.txt", "http://a.test/1", "http://a.test/2"]);
    expect(stats.notFetched).toMatchObject({ robots: 1 });
    expect(run.explain("http://a.test/private/1")).toBe("robots");
  });
});

interface Moment {
  readonly now: number;
  readonly sleep: (ms: number) => Promise<void>;
}

type Refuse = (moment: Moment) => NotNowOptions | undefined;

/** A site whose stack refuses whatever call `refuse` has options for. */
function refusing(refuse: Refuse): FakeSite {
  const above: Layer<HttpRequest, HttpResponse> = layer(
    "refusing",
    (inner) => async (request, context) => {
      const { clock } = context;
      const sleep = (ms: number): Promise<void> => context.detach().sleep(ms);
      const options = refuse({ now: clock.now(), sleep });
      if (options) throw new NotNowError("not now", options);
      return inner.call(request, context);
    },
  );
  return fakeSite(() => [], { layer: above });
}

function urls(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `http://a.test/${n}`);
}
