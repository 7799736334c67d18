import { describe, expect, it, vi } from "vitest";

import { rateLimit, type RateLimitOptions } from "../../../src/layers/rate-limit/rate-limit.ts";
import { RateLimitedError } from "../../../src/layers/rate-limit/rate-limited-error.ts";
import { TokenBucket } from "../../../src/layers/rate-limit/token-bucket.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { Context } from "../../../src/service/context.ts";
import { RejectedError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { service } from "../../../src/service/service.ts";
import { partsOf } from "../../../src/service/traits.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";

describe("rateLimit", () => {
  it("makes a call wait that finds no turn, and lets it start when there is one", async () => {
    const { call, starts, clock } = limited({ limit: 1, intervalMs: 100 });
    void call("a");
    const waiting = call("b");
    await clock.settle();
    expect(starts).toEqual(["a at 0"]);
    await clock.run(waiting);
    expect(starts).toEqual(["a at 0", "b at 100"]);
    expect(clock.pending).toBe(0);
  });

  it("gives each interval its own turns, not what the one before has left", async () => {
    const { call, starts, clock } = limited({ limit: 3, intervalMs: 100 });
    await call("a");
    clock.advance(100);
    for (const name of ["b", "c", "d"]) await call(name, { startWithinMs: 0 });
    expect(starts).toEqual(["a at 0", "b at 100", "c at 100", "d at 100"]);
  });

  it("has no window at whose edge twice the limit passes", async () => {
    const { call, starts, clock } = limited({ limit: 2, intervalMs: 100 });
    clock.advance(99);
    const calls = ["a", "b", "c", "d"].map((name) => call(name));
    await clock.run(Promise.all(calls));
    expect(starts).toEqual(["a at 99", "b at 99", "c at 149", "d at 199"]);
  });

  it.each([
    [{ limit: 5, intervalMs: 1000, burst: 1 }, [0, 200, 400, 600]],
    [{ limit: 5, intervalMs: 1000, burst: 2 }, [0, 0, 200, 400]],
    [{ limit: 0.5, intervalMs: 1000 }, [0, 2000, 4000, 6000]],
    [{ limit: 2.5, intervalMs: 1000 }, [0, 0, 400, 800]],
  ])("starts four calls that come at once, by %o, at %o", async (options, expected) => {
    const { call, starts, clock } = limited(options);
    await clock.run(Promise.all(["a", "a", "a", "a"].map((name) => call(name))));
    expect(starts).toEqual(expected.map((at) => `a at ${at}`));
  });

  it("counts each key by itself", async () => {
    const { call, starts, clock } = limited({ limit: 1, intervalMs: 100, key: (name) => name });
    await clock.run(Promise.all(["a", "a", "b", "a", "b"].map((name) => call(name))));
    expect(starts).toEqual(["a at 0", "b at 0", "a at 100", "b at 100", "a at 200"]);
  });

  it("refuses at once a wait known to be too long, tells when to come again, and reserves nothing", async () => {
    const { call, starts, clock } = limited({ limit: 1, intervalMs: 100, key: (name) => name });
    const calls = [call("a"), call("a")];
    const refusal = { code: "rate_limited", key: "a", retryAt: 200 };
    await expect(call("a", { startWithinMs: 199 })).rejects.toMatchObject(refusal);
    await expect(call("a", { timeoutMs: 199 })).rejects.toMatchObject(refusal);
    calls.push(call("a", { startWithinMs: 200 }));
    await clock.run(Promise.all(calls));
    expect(starts).toEqual(["a at 0", "a at 100", "a at 200"]);
    clock.advance(100);
    await call("a", { startWithinMs: 0 });
  });

  it("names no key in a refusal where there is none", async () => {
    const { call } = limited({ limit: 1, intervalMs: 100 });
    await call("a");
    const error = await call("b", { startWithinMs: 0 }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ key: undefined, message: "Too many requests for now" });
  });

  it("costs nobody a turn when a call that waits aborts", async () => {
    const { call, starts, clock } = limited({ limit: 1, intervalMs: 100 });
    const controller = new AbortController();
    void call("a");
    const aborting = call("b", { signal: controller.signal });
    const waiting = call("c");
    await clock.settle();
    controller.abort("stop");
    await expect(aborting).rejects.toBe("stop");
    await clock.run(waiting);
    expect(starts).toEqual(["a at 0", "c at 100"]);
  });

  it("takes no turn for a call that has aborted before", async () => {
    const clock = new VirtualClock();
    const { call } = rateLimit<string, void>({ limit: 1, intervalMs: 100 })(service(pass));
    const signal = AbortSignal.abort("stop");
    await expect(call("a", new Context({ clock, signal }))).rejects.toBe("stop");
    await call("b", new Context({ clock, startBy: 0 }));
  });

  it("never lets a call start before its turn, even if timers are early", async () => {
    const clock = new EarlyClock();
    const { call, starts } = limited({ limit: 1, intervalMs: 100 }, { clock });
    await clock.run(Promise.all([call("a"), call("b")]));
    expect(starts).toEqual(["a at 0", "b at 100"]);
  });

  it("gives the turn of a call that is refused further in to the next, at once", async () => {
    const clock = new VirtualClock();
    const leaf = async (name: string): Promise<void> => {
      if (name !== "a") return;
      await new Promise<void>((resolve) => void clock.timer(resolve, 30));
      throw new RejectedError("not this one");
    };
    const { call, starts } = limited({ limit: 1, intervalMs: 1000 }, { clock, leaf });
    const calls = [call("a"), call("b"), call("c")];
    await clock.run(Promise.allSettled(calls));
    await expect(calls[0]).rejects.toThrow("not this one");
    expect(starts).toEqual(["a at 0", "b at 30", "c at 1030"]);
  });

  it.each([
    ["fails", new Error("down")],
    ["aborts", new DOMException("stop", "AbortError")],
  ])("does not give back the turn of a call that %s further in", async (_, error) => {
    const leaf = (): Promise<void> => Promise.reject(error);
    const { call } = limited({ limit: 1, intervalMs: 100 }, { leaf });
    await expect(call("a")).rejects.toBe(error);
    await expect(call("b", { startWithinMs: 0 })).rejects.toMatchObject({ retryAt: 100 });
  });

  it("remembers no turn of a call that has ended", async () => {
    const forgotten = vi.spyOn(TokenBucket.prototype, "keep");
    const outcomes = [Promise.resolve(), Promise.reject(new Error("down"))];
    for (const [n, outcome] of outcomes.entries()) {
      const { call } = limited({ limit: 5, intervalMs: 100 }, { leaf: () => outcome });
      await settle(call("a"));
      expect(forgotten).toHaveBeenCalledTimes(n + 1);
    }
    forgotten.mockRestore();
  });

  it("forgets the key that was not used for longest", async () => {
    const { call } = limited({ limit: 1, intervalMs: 100, key: (name) => name, maxKeys: 2 });
    const isKnown = async (name: string): Promise<boolean> =>
      !(await settle(call(name, { startWithinMs: 0 }))).ok;
    await call("a");
    await call("b");
    expect(await isKnown("a")).toBe(true);
    await call("c");
    expect(await isKnown("a")).toBe(true);
    expect(await isKnown("b")).toBe(false);
  });

  it("leaves no timer for keys at which nobody waits", async () => {
    const { call, clock } = limited({ limit: 1, intervalMs: 1e6, key: (name) => name });
    for (let n = 0; n < 100; n++) await call(`${n}`);
    expect(clock.pending).toBe(0);
  });

  it("keeps apart what stacks count that are built of one layer", async () => {
    const clock = new VirtualClock();
    const layer = rateLimit<string, string>({ limit: 1, intervalMs: 100 });
    const [one, other] = [1, 2].map(() =>
      ServiceBuilder.for<string, string>()
        .layer(layer)
        .service(async (name) => name, { clock }),
    );
    expect(await one?.call("a", { startWithinMs: 0 })).toBe("a");
    expect(await other?.call("b", { startWithinMs: 0 })).toBe("b");
  });

  it("rejects with what the key throws, and takes no turn", async () => {
    let isBad = true;
    const key = (name: string): string => {
      if (isBad) throw new Error("no key");
      return name;
    };
    const { call } = limited({ limit: 1, intervalMs: 100, key });
    await expect(call("a")).rejects.toThrow("no key");
    isBad = false;
    await call("a", { startWithinMs: 0 });
  });

  it("tells of waits and refusals", async () => {
    const { call, clock } = limited({ limit: 1, intervalMs: 100, key: (name) => name });
    const events = await eventsDuring(async () => {
      const calls = [call("a"), call("a"), call("a")];
      await settle(call("a", { startWithinMs: 299 }));
      await clock.run(Promise.all(calls));
    });
    const told = events.filter(({ event }) => event === "queued" || event === "refused");
    expect(told.map(({ layer, event, detail }) => [layer, event, detail])).toEqual([
      ["rateLimit", "queued", { key: "a", before: 0, waitMs: 100 }],
      ["rateLimit", "queued", { key: "a", before: 1, waitMs: 200 }],
      ["rateLimit", "refused", { key: "a", retryAt: 300 }],
    ]);
  });

  it("declares that calls wait in it and that it limits", () => {
    const traits = { queues: true, limits: true };
    const options = { limit: 1, intervalMs: 1 };
    expect(partsOf(rateLimit(options))).toEqual([{ name: "rateLimit", traits }]);
  });

  it.each([undefined, null, 5, Promise.resolve("a")])(
    "rejects where the key is %s",
    async (key) => {
      const { call, starts } = limited({ limit: 1, intervalMs: 1, key: () => untyped(key) });
      await expect(call("a")).rejects.toThrow('Expected "key" to return a string: got');
      expect(starts).toEqual([]);
    },
  );

  it.each([
    [{ limit: 0 }, 'Expected "limit" to be a finite number > 0: got 0'],
    [{ limit: Infinity }, '"limit"'],
    [{ limit: "5" }, '"limit"'],
    [{ limit: undefined }, '"limit"'],
    [{ intervalMs: -1 }, '"intervalMs"'],
    [{ intervalMs: Number.NaN }, '"intervalMs"'],
    [{ burst: 0 }, '"burst"'],
    [{ burst: 1.5 }, '"burst"'],
    [{ key: "host" }, '"key"'],
    [{ maxKeys: 0 }, '"maxKeys"'],
    [{ rate: 5 }, "options of rateLimit"],
  ])("refuses %o", (options, message) => {
    const all = { limit: 1, intervalMs: 1, ...options };
    expect(() => rateLimit(untyped(all))).toThrow(message);
    expect(() => rateLimit(untyped(null))).toThrow("options of rateLimit");
  });
});

/** A stack with a limit, its calls, and when they started. */
function limited(
  options: RateLimitOptions<string>,
  { clock = new VirtualClock(), leaf = pass }: Surroundings = {},
) {
  const starts: string[] = [];
  const stack = ServiceBuilder.for<string, void>()
    .layer(rateLimit(options))
    .service(
      (name) => {
        starts.push(`${name} at ${clock.now()}`);
        return leaf(name);
      },
      { clock },
    );
  return { clock, starts, call: stack.call };
}

/** A clock whose timers fire too early. */
class EarlyClock extends VirtualClock {
  override timer(fn: () => void, ms: number): Disposable {
    return super.timer(fn, ms > 1 ? ms - 0.75 : ms);
  }
}

interface Surroundings {
  readonly clock?: VirtualClock;
  readonly leaf?: (name: string) => Promise<void>;
}

async function pass(): Promise<void> {}
