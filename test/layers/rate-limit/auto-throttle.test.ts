import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DomainPace } from "../../../src/layers/rate-limit/domain-pace.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { Context } from "../../../src/service/context.ts";
import { checkRateLimiter } from "../../../src/testing/limiter/check-rate-limiter.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("PerDomainThrottle({ autoThrottle })", () => {
  it("follows latency, and goes below no other floor by that", async () => {
    const clock = new VirtualClock();
    const context = new Context({ clock });
    const hasty = new Context({ clock, startBy: 0 });
    const autoThrottle = { startDelayMs: 1000, targetConcurrency: 2 };
    const throttle = new PerDomainThrottle({ minDelayMs: 100, autoThrottle });
    const next = (): Promise<unknown> =>
      throttle.acquire("a.test", hasty).catch(({ retryAt }: { retryAt: number }) => retryAt);
    await throttle.acquire("a.test", context);
    expect(await next()).toBe(1000);
    throttle.recordResponse("a.test", { status: 200, latencyMs: 600 }, context);
    expect(await next()).toBe(650);
    throttle.setCrawlDelay("a.test", 500);
    for (let n = 0; n < 20; n++) {
      throttle.recordResponse("a.test", { status: 200, latencyMs: 0 }, context);
    }
    expect(await next()).toBe(500);
    throttle.setCrawlDelay("a.test", 0);
    expect(await next()).toBe(100);
  });

  it("learns nothing from a request that its caller aborted", () => {
    const autoThrottle = { targetConcurrency: 1, startDelayMs: 1000, maxDelayMs: 60_000 };
    const pace = new DomainPace({ minDelayMs: 0, maxDelayMs: 60_000, autoThrottle });
    pace.record({ aborted: true, latencyMs: 9000 }, 9000);
    expect(pace.delayMs).toBe(1000);
  });

  it("keeps the rules of limiters", async () => {
    const autoThrottle = { startDelayMs: 30, targetConcurrency: 3 };
    const check = checkRateLimiter(() => new PerDomainThrottle({ minDelayMs: 20, autoThrottle }));
    await expect(check).resolves.toBeUndefined();
  });

  it("undercuts neither the options, nor robots.txt, nor what refusals made of the delay", () => {
    const answer = fc.record({
      status: fc.constantFrom(200, 200, 304, 404, 429, 503, undefined),
      latencyMs: fc.nat(20_000),
      retryAfterMs: fc.option(fc.nat(5000), { nil: undefined }),
    });
    const concurrency = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.nat(500), fc.nat(3000), concurrency, fc.array(answer), (...drawn) => {
        const [minDelayMs, crawlDelayMs, targetConcurrency, answers] = drawn;
        const limits = { minDelayMs, maxDelayMs: 60_000 };
        const autoThrottle = { targetConcurrency, startDelayMs: 5000, maxDelayMs: 60_000 };
        const plain = new DomainPace(limits);
        const automatic = new DomainPace({ ...limits, autoThrottle });
        const both = [plain, automatic];
        for (const pace of both) pace.setCrawlDelay(crawlDelayMs);
        let now = 0;
        for (const one of answers) {
          now = Math.max(now, automatic.turn);
          for (const pace of both) pace.start(now);
          now += one.latencyMs;
          for (const pace of both) pace.record(one, now);
          expect(automatic.delayMs).toBeGreaterThanOrEqual(plain.delayMs);
          expect(automatic.turn).toBeGreaterThanOrEqual(plain.turn);
        }
      }),
    );
  });
});
