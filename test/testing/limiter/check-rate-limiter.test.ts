import { describe, expect, it } from "vitest";

import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import type { RateLimiter } from "../../../src/layers/rate-limit/rate-limiter.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { BrokenRuleError } from "../../../src/testing/contract/broken-rule-error.ts";
import {
  checkRateLimiter,
  type CheckRateLimiterOptions,
} from "../../../src/testing/limiter/check-rate-limiter.ts";
import { untyped } from "../../support/untyped.ts";
import { type Flaw, GapLimiter } from "./gap-limiter.ts";

const flaws: readonly (readonly [Flaw, rule: string])[] = [
  ["throws", "acquire never throws"],
  ["gives no promise", "acquire gives a promise"],
  ["starts what was aborted", "acquire rejects with the reason as soon as the call aborts"],
  ["ignores an abort", "acquire rejects with the reason as soon as the call aborts"],
  ["says why in its own words", "acquire rejects with the reason as soon as the call aborts"],
  ["refuses too late", "acquire refuses at once where"],
  ["starts too late", "acquire refuses at once where"],
  ["overlooks the deadline", "acquire refuses at once where"],
  ["refuses with any error", "acquire rejects with a NotNowError, or the reason"],
  ["does not know when", "a refusal knows retryAt"],
  ["says now", "a refusal knows retryAt"],
  ["reserves before it refuses", "acquire reserves nothing where it refuses"],
  ["reserves and tells the turn after", "acquire reserves nothing where it refuses"],
  ["takes a little for what it refuses", "acquire reserves nothing where it refuses"],
  ["never again after a 429", "a domain can be asked again after any response"],
  ["reserves for the aborted", "acquire reserves nothing where it refuses, or is aborted"],
  ["promises too early", "a call at retryAt passes"],
  ["refuses the tie", "a call at retryAt passes"],
  ["lets the impatient pass", "first come, first served"],
  ["takes the last first", "first come, first served"],
  ["is one for all", "domains share nothing"],
  ["overlooks the crawl-delay", "a crawl-delay is the least time"],
  ["chokes on no status", "it takes any response"],
  ["stalls after a long Retry-After", "a domain can be asked again"],
  ["keeps domains in an object", "domain"],
  ["forgets the patient", "every call ends"],
  ["polls without end", "every call ends"],
  ["leaves a timer", "no timer is left"],
  ["leaves a hook", "no hook on a call is left"],
];

describe("checkRateLimiter", () => {
  it.each([0, 200])("finds nothing in a throttle of %d ms", async (minDelayMs) => {
    await expect(
      checkRateLimiter(() => new PerDomainThrottle({ minDelayMs })),
    ).resolves.toBeUndefined();
  });

  it("finds nothing in a limiter that promises turns in advance", async () => {
    await expect(checkRateLimiter(() => new GapLimiter())).resolves.toBeUndefined();
  });

  it("finds nothing in a limiter that only refuses", async () => {
    await expect(checkRateLimiter(refusing)).resolves.toBeUndefined();
  });

  it.each(flaws)("finds one that %s", async (flaw, rule) => {
    const options = { runs: 300, seed: 1, crawlDelay: flaw === "overlooks the crawl-delay" };
    const search = checkRateLimiter(() => new GapLimiter(flaw), options);
    await expect(search).rejects.toThrow(rule);
  });

  it("lets a limiter count all domains together that says so", async () => {
    await expect(
      checkRateLimiter(() => new GapLimiter("is one for all"), { shared: true, crawlDelay: false }),
    ).resolves.toBeUndefined();
  });

  it("lets a limiter overlook crawl-delays that says so", async () => {
    await expect(
      checkRateLimiter(() => new GapLimiter("overlooks the crawl-delay"), { crawlDelay: false }),
    ).resolves.toBeUndefined();
  });

  it("tells the rule, and the shortest schedule by which it is broken", async () => {
    const search = checkRateLimiter(() => new GapLimiter("starts what was aborted"), { seed: 1 });
    await expect(search).rejects.toMatchObject({
      name: "BrokenRuleError",
      rule: "acquire rejects with the reason as soon as the call aborts",
      seen: "Call 0 started at 0 ms, after its abort",
      schedule: ["at 0 ms: call 0 comes for a.test with no end, aborted already"],
      replay: { seed: 1 },
    });
  });

  it("goes at once to what it has found before", async () => {
    const first = await breachOf("promises too early");
    const again = await breachOf("promises too early", { ...first.replay, runs: 1 });
    expect(again.message).toBe(first.message);
  });

  it("tries as many schedules as it is told", async () => {
    expect(await limitersMade(1)).toBeLessThan(await limitersMade(20));
  });

  it("rejects with what the limiter threw where that is no rule", async () => {
    const broken = new Error("no limiter today");
    const factory = (): never => {
      throw broken;
    };
    await expect(checkRateLimiter(factory)).rejects.toBe(broken);
  });

  it("needs a new limiter for each schedule", async () => {
    const limiter = new PerDomainThrottle();
    await expect(checkRateLimiter(() => limiter)).rejects.toThrow('"factory"');
  });

  it.each([
    ["factory", untyped(new PerDomainThrottle()), {}],
    ["factory().recordResponse", untyped(() => ({ acquire: async () => {} })), {}],
    ["runs", refusing, { runs: 0 }],
    ["runs", refusing, { runs: Infinity }],
    ["seed", refusing, { seed: 0.5 }],
    ["path", refusing, { path: untyped(1) }],
    ["shared", refusing, { shared: untyped("yes") }],
    ["crawlDelay", refusing, { crawlDelay: untyped(1000) }],
    ["run", refusing, untyped({ run: 10 })],
  ])("refuses a wrong %s", async (name, factory, options) => {
    await expect(checkRateLimiter(factory, options)).rejects.toThrow(`"${name}"`);
  });
});

async function breachOf(flaw: Flaw, options?: CheckRateLimiterOptions): Promise<BrokenRuleError> {
  const found = await settle(checkRateLimiter(() => new GapLimiter(flaw), options));
  if (!found.ok && found.error instanceof BrokenRuleError) return found.error;
  throw new Error("Found nothing");
}

async function limitersMade(runs: number): Promise<number> {
  let made = 0;
  const factory = (): RateLimiter => {
    made++;
    return new PerDomainThrottle();
  };
  await checkRateLimiter(factory, { runs, seed: 1 });
  return made;
}

/** Lets a domain be asked once in a second or what it asks for, and makes nobody wait. */
function refusing(): RateLimiter {
  const gaps = new Map<string, number>();
  const lastStarts = new Map<string, number>();
  return {
    async acquire(domain, context) {
      context.throwIfAborted();
      const now = context.clock.now();
      const retryAt = (lastStarts.get(domain) ?? -Infinity) + (gaps.get(domain) ?? 1000);
      if (now < retryAt) throw new NotNowError("later", { retryAt });
      lastStarts.set(domain, now);
    },
    recordResponse() {},
    setCrawlDelay: (domain, delayMs) => void gaps.set(domain, Math.max(1000, delayMs)),
  };
}
