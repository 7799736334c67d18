import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DomainPace } from "../../../src/layers/rate-limit/domain-pace.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { RateLimitedError } from "../../../src/layers/rate-limit/rate-limited-error.ts";
import type { Clock } from "../../../src/service/clock.ts";
import { Context, type ContextOptions } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";
import { expected, play, steps } from "./throttle-model.ts";

const ok = { status: 200, latencyMs: 0 };
const tooMany = { status: 429, latencyMs: 0 };

describe("PerDomainThrottle", () => {
  it("lets calls that come at once start one by one", async () => {
    const { starts, come, run } = domain({ minDelayMs: 1000 });
    for (let n = 0; n < 4; n++) come();
    await run();
    expect(starts).toEqual([0, 1000, 2000, 3000]);
  });

  it("keeps domains apart", async () => {
    const clock = new VirtualClock();
    const throttle = new PerDomainThrottle();
    await throttle.acquire("a.test", new Context({ clock }));
    throttle.recordResponse("a.test", tooMany, new Context({ clock }));
    await throttle.acquire("b.test", new Context({ clock, startBy: 0 }));
    expect(clock.now()).toBe(0);
  });

  it("makes nobody wait where there is no delay", async () => {
    const { starts, come, run } = domain({ minDelayMs: 0 });
    for (let n = 0; n < 5; n++) come({ startBy: 0 });
    await run();
    expect(starts).toEqual([0, 0, 0, 0, 0]);
  });

  it("costs nobody a turn when a call that waits gives up", async () => {
    const { starts, come, ask, run, clock } = domain({ minDelayMs: 1000 });
    const controller = new AbortController();
    come();
    const waiting = ask({ signal: controller.signal });
    come();
    await clock.settle();
    clock.advance(30);
    controller.abort("stop");
    await expect(waiting).rejects.toBe("stop");
    await run();
    expect(starts).toEqual([0, 1000]);
  });

  it("takes no turn for a call that has aborted before", async () => {
    const { starts, come, ask, run } = domain({ minDelayMs: 1000 });
    const signal = AbortSignal.abort("stop");
    await expect(ask({ signal })).rejects.toBe("stop");
    come();
    await run();
    expect(starts).toEqual([0]);
  });

  it("makes a 429, a Retry-After and a crawl-delay count for those who wait already", async () => {
    const { starts, come, run, clock, throttle, context } = domain({ minDelayMs: 100 });
    for (let n = 0; n < 5; n++) come();
    await clock.settle();
    clock.advance(50);
    throttle.recordResponse("a.test", { ...tooMany, latencyMs: 50 }, context);
    clock.advance(150);
    await clock.settle();
    clock.advance(50);
    throttle.recordResponse("a.test", { ...ok, retryAfterMs: 400, latencyMs: 50 }, context);
    clock.advance(400);
    await clock.settle();
    throttle.setCrawlDelay("a.test", 1000);
    await run();
    expect(starts).toEqual([0, 200, 650, 1650, 2650]);
  });

  it("lets those who wait go sooner when the delay falls", async () => {
    const { starts, come, run, clock, throttle } = domain({ minDelayMs: 100 });
    throttle.setCrawlDelay("a.test", 60_000);
    for (let n = 0; n < 3; n++) come();
    await clock.settle();
    clock.advance(500);
    throttle.setCrawlDelay("a.test", 0);
    await run();
    expect(starts).toEqual([0, 500, 600]);
  });

  it("lets those who wait go sooner when five answers succeed", async () => {
    const { starts, come, run, clock, throttle, context } = domain({ minDelayMs: 100 });
    come();
    throttle.recordResponse("a.test", tooMany, context);
    throttle.recordResponse("a.test", tooMany, context);
    come();
    await clock.settle();
    clock.advance(50);
    for (let n = 0; n < 5; n++) throttle.recordResponse("a.test", ok, context);
    await run();
    expect(starts).toEqual([0, 200]);
  });

  it("waits for a crawl-delay of at most a minute", async () => {
    const { starts, come, run, throttle } = domain({});
    throttle.setCrawlDelay("a.test", Infinity);
    come();
    come();
    await run();
    expect(starts).toEqual([0, 60_000]);
  });

  it("refuses at once a wait known to be too long, tells when to come again, and reserves nothing", async () => {
    const { starts, come, ask, run, clock } = domain({ minDelayMs: 1000 });
    come();
    come();
    const refusal = { code: "rate_limited", key: "a.test", retryAt: 2000 };
    await expect(ask({ startBy: 1999 })).rejects.toMatchObject(refusal);
    await expect(ask({ deadline: 1999 })).rejects.toMatchObject(refusal);
    come({ startBy: 2000 });
    await expect(ask({ startBy: 0 })).rejects.toMatchObject({ retryAt: 3000 });
    await run();
    expect(starts).toEqual([0, 1000, 2000]);
    clock.advance(1000);
    await ask({ startBy: 0 });
    expect(starts.at(-1)).toBe(3000);
  });

  it("refuses at its startBy a call whose turn has moved beyond", async () => {
    const { come, ask, clock, throttle } = domain({ minDelayMs: 100 });
    come();
    const waiting = ask({ startBy: 150 });
    throttle.setCrawlDelay("a.test", 1000);
    await expect(clock.run(waiting)).rejects.toThrow(RateLimitedError);
    await expect(waiting).rejects.toMatchObject({ retryAt: 1000 });
    expect(clock.now()).toBe(150);
    expect(clock.pending).toBe(0);
  });

  it("never lets a call go before its turn, even if timers are early", async () => {
    const virtual = new VirtualClock();
    const clock: Clock = {
      now: () => virtual.now(),
      wallMs: () => virtual.wallMs(),
      timer: (fn, ms) => virtual.timer(fn, ms > 1 ? ms - 0.75 : ms),
    };
    const throttle = new PerDomainThrottle({ minDelayMs: 100 });
    await throttle.acquire("a.test", new Context({ clock }));
    await virtual.run(throttle.acquire("a.test", new Context({ clock })));
    expect(virtual.now()).toBe(100);
  });

  it("lets nobody pass those who wait, even if timers are late", async () => {
    const virtual = new VirtualClock();
    let late = 0;
    const clock: Clock = {
      now: () => virtual.now() + late,
      wallMs: () => virtual.wallMs(),
      timer: (fn, ms) => virtual.timer(fn, ms),
    };
    const throttle = new PerDomainThrottle({ minDelayMs: 100 });
    await throttle.acquire("a.test", new Context({ clock }));
    const waiting = throttle.acquire("a.test", new Context({ clock }));
    late = 150;
    const hasty = throttle.acquire("a.test", new Context({ clock, startBy: 150 }));
    await expect(hasty).rejects.toMatchObject({ retryAt: 250 });
    await virtual.run(waiting);
  });

  it("forgets domains at rest when there are very many, and no others", async () => {
    const clock = new VirtualClock();
    const throttle = new PerDomainThrottle({ minDelayMs: 1 });
    const context = new Context({ clock });
    throttle.setCrawlDelay("slow.test", 5000);
    await throttle.acquire("slow.test", context);
    throttle.recordResponse("slow.test", ok, context);
    for (let n = 0; n < 30_000; n++) {
      clock.advance(0.1);
      void throttle.acquire(`${n}.test`, context);
      throttle.recordResponse(`${n}.test`, ok, context);
    }
    expect(throttle.size).toBeLessThanOrEqual(10_000);
    const known = throttle.acquire("slow.test", new Context({ clock, startBy: 0 }));
    await expect(known).rejects.toMatchObject({ retryAt: 5000 });
  });

  it("tells of waits and of changes of pace", async () => {
    const { come, run, throttle, context } = domain({ minDelayMs: 100 });
    const events = await eventsDuring(async () => {
      come();
      throttle.recordResponse("a.test", tooMany, context);
      for (let n = 0; n < 6; n++) throttle.recordResponse("a.test", ok, context);
      come();
      await run();
    });
    expect(events.map(({ event, detail }) => [event, detail])).toEqual([
      ["slowed", { domain: "a.test", delayMs: 200 }],
      ["eased", { domain: "a.test", delayMs: 100 }],
      ["queued", { domain: "a.test", before: 0, waitMs: 100 }],
    ]);
  });

  it("tells of refusals, whether at once or at the end of patience", async () => {
    const { come, ask, clock, throttle } = domain({ minDelayMs: 100 });
    const events = await eventsDuring(async () => {
      come();
      await expect(ask({ startBy: 99 })).rejects.toThrow(RateLimitedError);
      const waiting = ask({ startBy: 150 });
      throttle.setCrawlDelay("a.test", 1000);
      await expect(clock.run(waiting)).rejects.toThrow(RateLimitedError);
    });
    expect(events.map(({ event, at, detail }) => [event, at, detail])).toEqual([
      ["refused", 0, { domain: "a.test", retryAt: 100 }],
      ["queued", 0, { domain: "a.test", before: 0, waitMs: 100 }],
      ["refused", 150, { domain: "a.test", retryAt: 1000 }],
    ]);
  });

  it("refuses delays that are none or contradict each other", () => {
    expect(() => new PerDomainThrottle({ minDelayMs: -1 })).toThrow('Expected "minDelayMs"');
    expect(() => new PerDomainThrottle({ minDelayMs: Infinity })).toThrow("finite");
    expect(() => new PerDomainThrottle({ maxDelayMs: Number.NaN })).toThrow(
      'Expected "maxDelayMs"',
    );
    expect(() => new PerDomainThrottle({ minDelayMs: 2, maxDelayMs: 1 })).toThrow("at most");
    expect(() => new PerDomainThrottle({ minDelayMs: untyped(5n) })).toThrow("minDelayMs");
    const { throttle, context } = domain({});
    expect(() => throttle.setCrawlDelay("a.test", Number.NaN)).toThrow('Expected "delayMs"');
    const nonsense = { ...tooMany, retryAfterMs: Number.NaN };
    expect(() => throttle.recordResponse("a.test", nonsense, context)).toThrow("retryAfterMs");
  });

  it.each([{ delayMs: 5 }, null])("refuses the options %o", (options) => {
    expect(() => new PerDomainThrottle(untyped(options))).toThrow("options of PerDomainThrottle");
  });

  it("starts each call exactly when it may, in order, and leaves nothing behind", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 50, 200), steps, async (minDelayMs, steps) => {
        const limits = { minDelayMs, maxDelayMs: 1600 };
        const seen = await play(new PerDomainThrottle(limits), steps);
        expect(seen.log).toEqual(expected(new DomainPace(limits), steps));
        expect(seen.residue).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

/** Calls to one domain, and when they started. */
function domain(options: { minDelayMs?: number }) {
  const clock = new VirtualClock();
  const throttle = new PerDomainThrottle(options);
  const starts: number[] = [];
  const waits: Promise<unknown>[] = [];
  const ask = (options: ContextOptions): Promise<unknown> => {
    const turn = throttle
      .acquire("a.test", new Context({ clock, ...options }))
      .then(() => starts.push(clock.now()));
    waits.push(turn.catch(() => {}));
    return turn;
  };
  const come = (options: ContextOptions = {}): void => void ask(options);
  const run = (): Promise<unknown> => clock.run(Promise.all(waits));
  return { clock, throttle, context: new Context({ clock }), starts, come, ask, run };
}
