import { describe, expect, it } from "vitest";

import { HttpError, InvalidRequestError } from "../../../src/http/errors.ts";
import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { statusError } from "../../../src/http/status-error.ts";
import { hedge } from "../../../src/layers/hedge/hedge.ts";
import { perDomainRateLimit } from "../../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import type {
  RateLimiter,
  RateLimiterResponse,
} from "../../../src/layers/rate-limit/rate-limiter.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Handler } from "../../../src/service/service.ts";
import { fail, script, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";

const url = "https://shop.test/a";

describe("perDomainRateLimit", () => {
  it("asks once for each request, by its domain", async () => {
    const limiter = new Notebook();
    const http = over(limiter, script([succeed(ok), succeed(ok)]).call);
    await http.call({ url });
    await http.call({ url: "HTTP://Other.TEST.:8080/" });
    expect(limiter.acquired).toEqual(["shop.test", "other.test"]);
  });

  it("sends nothing before the limiter says so", async () => {
    const turns: (() => void)[] = [];
    const acquire = (): Promise<void> => new Promise((resolve) => turns.push(resolve));
    const leaf = script<HttpRequest, HttpResponse>([succeed(ok)]);
    const response = over({ ...silent, acquire }, leaf.call).call({ url });
    expect(leaf.seen).toEqual([]);
    turns[0]?.();
    expect(await response).toBe(ok);
  });

  it("tells the limiter the status, Retry-After and how long it took", async () => {
    const limiter = new Notebook();
    const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 30) });
    const http = over(
      limiter,
      async (_, context) => {
        await context.sleep(30);
        const headers = { "retry-after": "Mon, 30 Nov 2026 00:00:05 GMT" };
        return new HttpResponse({ url, status: 503, headers });
      },
      clock,
    );
    await clock.run(http.call({ url }));
    expect(limiter.recorded).toEqual([{ status: 503, retryAfterMs: 4970, latencyMs: 30 }]);
  });

  it("tells the limiter of failures too: the status where an error carries it", async () => {
    const limiter = new Notebook();
    const refused = new HttpResponse({ url, status: 429, headers: { "retry-after": "soon" } });
    const truncated = new HttpError("truncated_body", "short", { request: { url }, response: ok });
    const errors = [statusError({ url }, refused), truncated, new Error("down"), "odd"];
    const http = over(limiter, script<HttpRequest, HttpResponse>(errors.map(fail)).call);
    for (const error of errors) expect(await settle(http.call({ url }))).toEqual(fail(error));
    expect(limiter.recorded.map(({ status }) => status)).toEqual([429, 200, undefined, undefined]);
    expect(limiter.recorded.every(({ retryAfterMs }) => retryAfterMs === undefined)).toBe(true);
  });

  it("takes a Retry-After for one of the domain only where the answer is no success", async () => {
    const limiter = new Notebook();
    const answers = [202, 301].map((status) =>
      succeed(new HttpResponse({ url, status, headers: { "retry-after": "1" } })),
    );
    const http = over(limiter, script<HttpRequest, HttpResponse>(answers).call);
    for (const _ of answers) await http.call({ url });
    expect(limiter.recorded.map(({ retryAfterMs }) => retryAfterMs)).toEqual([undefined, 1000]);
  });

  it("tells that no response came since the call was aborted, other than by a timeout", async () => {
    const limiter = new Notebook();
    const clock = new VirtualClock();
    const http = over(
      limiter,
      async (_, context) => {
        await context.sleep(1000);
        return ok;
      },
      clock,
    );
    const controller = new AbortController();
    clock.timer(() => controller.abort("stop"), 10);
    await clock.run(settle(http.call({ url }, { signal: controller.signal })));
    await clock.run(settle(http.call({ url }, { timeoutMs: 20 })));
    expect(limiter.recorded).toEqual([{ latencyMs: 10, aborted: true }, { latencyMs: 20 }]);
  });

  it("tells the status of a response that came in spite of an abort", async () => {
    const limiter = new Notebook();
    const controller = new AbortController();
    const http = over(limiter, async () => {
      controller.abort("stop");
      return ok;
    });
    await expect(http.call({ url }, { signal: controller.signal })).rejects.toBe("stop");
    await new VirtualClock().settle();
    expect(limiter.recorded).toEqual([{ status: 200, latencyMs: 0 }]);
  });

  it("lets a hedge that is superseded end no row of successes", async () => {
    const clock = new VirtualClock();
    const limiter = new PerDomainThrottle({ minDelayMs: 0 });
    const takesMs = [0, 0, 0, 0, 600, 600, 0];
    const statuses = [429];
    const http = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(hedge({ delayMs: 500 }))
      .layer(perDomainRateLimit({ limiter }))
      .service(
        async (_, context) => {
          await context.sleep(takesMs.shift() ?? Infinity);
          return new HttpResponse({ url, status: statuses.shift() ?? 200 });
        },
        { clock },
      );
    const events = await eventsDuring(async () => {
      for (let n = 0; n < 6; n++) await clock.run(http.call({ url }));
    });
    expect(takesMs).toEqual([]);
    expect(events.filter(({ event }) => event === "eased")).toHaveLength(1);
  });

  it("does not tell of what was refused below", async () => {
    const limiter = new Notebook();
    const refusal = new InvalidRequestError("bad header");
    const http = over(limiter, script<HttpRequest, HttpResponse>([fail(refusal)]).call);
    await expect(http.call({ url })).rejects.toBe(refusal);
    expect(limiter.recorded).toEqual([]);
  });

  it("passes what has no domain, for the leaf to judge", async () => {
    const limiter = new Notebook();
    const refusal = new InvalidRequestError("no URL");
    const http = over(limiter, script<HttpRequest, HttpResponse>([fail(refusal)]).call);
    await expect(http.call({ url: "/a" })).rejects.toBe(refusal);
    expect(limiter.acquired).toEqual([]);
  });

  it("rejects with what the limiter throws or rejects with", async () => {
    const error = new Error("limiter is broken");
    const broken = (): never => {
      throw error;
    };
    const limiters: RateLimiter[] = [
      { ...silent, acquire: broken },
      { ...silent, acquire: () => Promise.reject(error) },
      { ...silent, recordResponse: broken },
    ];
    for (const limiter of limiters) {
      await expect(over(limiter, async () => ok).call({ url })).rejects.toBe(error);
    }
  });

  it("gives each stack a limiter of its own, unless it is given one", async () => {
    const clock = new VirtualClock();
    const layer = perDomainRateLimit();
    const stacks = [1, 2].map(() =>
      ServiceBuilder.for<HttpRequest, HttpResponse>()
        .layer(layer)
        .service(async () => ok, { clock }),
    );
    for (const stack of stacks) await stack.call({ url }, { startWithinMs: 0 });
    for (const stack of stacks) {
      const refused = stack.call({ url }, { startWithinMs: 0 });
      await expect(refused).rejects.toMatchObject({ code: "rate_limited", retryAt: 200 });
    }
  });

  it("refuses what is no limiter", () => {
    const limiter = { acquire: async () => {} };
    // @ts-expect-error for those who write JavaScript
    expect(() => perDomainRateLimit({ limiter })).toThrow(
      'Expected "limiter.recordResponse" to be a function: got undefined',
    );
  });

  it.each([
    [{ limiter: null }, 'Expected "limiter" to be an object: got null'],
    [{ limiter: 5 }, 'Expected "limiter" to be an object: got 5'],
    [{ limit: 5 }, 'Expected options of perDomainRateLimit, limiter: got "limit"'],
    [null, "Expected the options of perDomainRateLimit"],
  ])("refuses the options %o", (options, message) => {
    expect(() => perDomainRateLimit(untyped(options))).toThrow(message);
  });
});

const ok = new HttpResponse({ url, status: 200 });

const silent: RateLimiter = {
  acquire: async () => {},
  recordResponse: () => {},
  setCrawlDelay: () => {},
};

/** A limiter that limits nothing, and writes down what it hears. */
class Notebook implements RateLimiter {
  readonly acquired: string[] = [];
  readonly recorded: RateLimiterResponse[] = [];

  async acquire(domain: string): Promise<void> {
    this.acquired.push(domain);
  }

  recordResponse(_domain: string, response: RateLimiterResponse): void {
    this.recorded.push(response);
  }

  setCrawlDelay(): void {}
}

function over(
  limiter: RateLimiter,
  leaf: Handler<HttpRequest, HttpResponse>,
  clock: VirtualClock = new VirtualClock(),
) {
  return ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(perDomainRateLimit({ limiter }))
    .service(leaf, { clock });
}
