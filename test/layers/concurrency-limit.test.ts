import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  concurrencyLimit,
  type ConcurrencyLimitOptions,
  OverloadedError,
} from "../../src/layers/concurrency-limit.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import type { Handler } from "../../src/service/service.ts";
import type { Stack } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";
import { neverHanging } from "../support/never-hanging.ts";
import { untyped } from "../support/untyped.ts";

describe("concurrencyLimit", () => {
  it("refuses a call that finds the queue full", async () => {
    const limited = stack({ limit: 1, queue: 1 });
    void limited.call(1);
    void limited.call(2);
    const refusal = { code: "overloaded", limit: 1, waiting: 1 };
    await expect(limited.call(3)).rejects.toMatchObject(refusal);
  });

  it("refuses a call that still waits at its startBy", async () => {
    const clock = new VirtualClock();
    const limited = stack({ limit: 1 });
    void limited.call(1);
    const waiting = limited.call(2, new Context({ clock, startBy: 10 }));
    await expect(clock.run(waiting)).rejects.toThrow(OverloadedError);
    expect(clock.now()).toBe(10);
  });

  it("neither begins nor goes on with the wait of a call that aborts", async () => {
    const controller = new AbortController();
    const limited = stack({ limit: 1 });
    void limited.call(1);
    const waiting = limited.call(2, { signal: controller.signal });
    controller.abort("stop");
    await expect(waiting).rejects.toBe("stop");
    await expect(limited.call(3, { signal: controller.signal })).rejects.toBe("stop");
  });

  it("gives a free place to the call that has waited, not to one that comes just then", async () => {
    const started: number[] = [];
    const end = Promise.resolve();
    const limited = stack({ limit: 1 }, (n) => {
      started.push(n);
      return end;
    });
    const calls = [limited.call(1), limited.call(2), end.then(() => limited.call(3))];
    await Promise.all(calls);
    expect(started).toEqual([1, 2, 3]);
  });

  it("gives its place back although the inner service throws where it should reject", async () => {
    const limited = stack({ limit: 1, queue: 0 }, () => {
      throw new Error("bad leaf");
    });
    await expect(limited.call(1)).rejects.toThrow("bad leaf");
    await expect(limited.call(2)).rejects.toThrow("bad leaf");
  });

  it("holds a place until the inner service has ended, not until the caller gives up", async () => {
    const controller = new AbortController();
    const ends: (() => void)[] = [];
    const limited = stack({ limit: 1 }, () => new Promise((resolve) => ends.push(resolve)));
    const abandoned = limited.call(1, { signal: controller.signal });
    const waiting = limited.call(2);
    controller.abort("stop");
    await expect(abandoned).rejects.toBe("stop");
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await new VirtualClock().settle();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await waiting;
  });

  it("tells a refused call when a place comes free", async () => {
    const ends: (() => void)[] = [];
    const limited = stack({ limit: 1 }, () => new Promise((resolve) => ends.push(resolve)));
    void limited.call(1);
    void limited.call(2);
    const isReady = await whenReady(limited.call(3, { startWithinMs: 0 }));
    ends[0]?.();
    expect(await isReady()).toBe(false);
    ends[1]?.();
    expect(await isReady()).toBe(true);
    void limited.call(4, { startWithinMs: 0 });
    await new VirtualClock().settle();
    expect(ends).toHaveLength(3);
  });

  it("tells a call refused by a full queue when that gets shorter", async () => {
    const controller = new AbortController();
    const limited = stack({ limit: 1, queue: 1 });
    void limited.call(1);
    const waiting = limited.call(2, { signal: controller.signal });
    const isReady = await whenReady(limited.call(3));
    expect(await isReady()).toBe(false);
    controller.abort("stop");
    await expect(waiting).rejects.toBe("stop");
    expect(await isReady()).toBe(true);
  });

  it("tells of waits and refusals, and of no wait where there is none", async () => {
    const clock = new VirtualClock();
    const limited = stack({ limit: 1, queue: 1 });
    const events = await eventsDuring(async () => {
      void limited.call(1);
      await expect(limited.call(2, { startWithinMs: 0 })).rejects.toThrow(OverloadedError);
      const waiting = limited.call(3, new Context({ clock, startBy: 10 }));
      await expect(limited.call(4)).rejects.toThrow(OverloadedError);
      await expect(clock.run(waiting)).rejects.toThrow(OverloadedError);
    });
    const told = events.filter(({ event }) => event === "queued" || event === "refused");
    expect(told.map(({ event, detail }) => [event, detail])).toEqual([
      ["refused", { waiting: 0 }],
      ["queued", { before: 0 }],
      ["refused", { waiting: 1 }],
      ["refused", { waiting: 0 }],
    ]);
  });

  it("rejects a call that has aborted with the reason, also where the queue is full", async () => {
    const limited = stack({ limit: 1, queue: 0 });
    void limited.call(1);
    const aborted = limited.call(2, { signal: AbortSignal.abort("stop") });
    await expect(aborted).rejects.toBe("stop");
  });

  it.each([0, 1.5, Number.NaN])("refuses the limit %d", (limit) => {
    expect(() => concurrencyLimit({ limit })).toThrow(RangeError);
  });

  it.each([{ max: 5 }, undefined, null])("refuses the options %o", (options) => {
    expect(() => concurrencyLimit(untyped(options))).toThrow("options of concurrencyLimit");
  });

  it("lets no more than its limit through, whatever ends or aborts first", () =>
    race((seen) => expect(seen.most).toBeLessThanOrEqual(seen.limit)));

  it("starts calls in the order they came, whatever ends or aborts first", () =>
    race((seen) => {
      const inOrder = seen.came.filter((n) => seen.started.includes(n));
      expect(seen.started).toEqual(inOrder);
    }));

  it("neither loses nor gains a place, whatever ends or aborts first", () =>
    race((seen) => expect(seen.freeAfter).toBe(seen.limit)));

  it("leaves no timer and no listener, whatever ends or aborts first", () =>
    race((seen) => expect(seen.residue).toBe(0)));
});

interface Seen {
  readonly limit: number;
  /** The calls in the order they came, and those that reached the leaf in the order they did. */
  readonly came: readonly number[];
  readonly started: readonly number[];
  /** The most calls that were in flight at once. */
  readonly most: number;
  /** Timers and abort listeners that outlived the calls. */
  readonly residue: number;
  /** How many calls find a place at once when all is over. */
  readonly freeAfter: number;
}

/** Lets calls come, end, abort and run out of patience in any order, and checks what was seen. */
async function race(check: (seen: Seen) => void): Promise<void> {
  const limits = fc.integer({ min: 1, max: 4 });
  const fate = fc.constantFrom("ends", "aborts", "expires");
  const manyFates = fc.array(fate, { minLength: 2, maxLength: 12, size: "max" });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      limits,
      manyFates,
      neverHanging(async (s, limit, fates) => {
        const event = (name: string): Promise<void> => s.schedule(Promise.resolve(), name);
        const clock = new VirtualClock();
        const came: number[] = [];
        const started: number[] = [];
        const leaves: Promise<void>[] = [];
        let inFlight = 0;
        let most = 0;
        const limited = stack({ limit }, async (n) => {
          started.push(n);
          most = Math.max(most, ++inFlight);
          const end = event(`end ${n}`);
          leaves.push(end);
          await end;
          inFlight--;
        });

        const controllers = fates.map(() => new AbortController());
        const calls = controllers.map(async ({ signal }, n) => {
          const startBy = fates[n] === "expires" ? 10 : Infinity;
          await event(`call ${n}`);
          came.push(n);
          await limited.call(n, new Context({ clock, signal, startBy }));
        });
        controllers.forEach((controller, n) => {
          if (fates[n] === "aborts") void event(`abort ${n}`).then(() => controller.abort());
        });
        void event("time passes").then(() => clock.advance(10));
        await s.waitFor(Promise.allSettled(calls));
        await s.waitFor(Promise.all(leaves)); // the leaf heeds no abort

        const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
        const seen = {
          limit,
          came,
          started: [...started],
          most,
          residue: clock.pending + hooks.length,
        };
        const hasty = Array.from({ length: limit + 1 }, (_, n) =>
          limited.call(n, new Context({ clock, startBy: 0 })),
        );
        const ends = await s.waitFor(Promise.allSettled(hasty));
        check({ ...seen, freeAfter: ends.filter(({ status }) => status === "fulfilled").length });
      }),
    ),
  );
}

/** The refusal of a call, as a question whether it told that the call may pass by now. */
async function whenReady(call: Promise<void>): Promise<() => Promise<boolean>> {
  const refusal = await call.catch((error: unknown) => error);
  if (!(refusal instanceof OverloadedError)) throw new Error("The call was not refused");
  let ready = false;
  void refusal.ready?.then(() => (ready = true));
  return async () => {
    await new VirtualClock().settle();
    return ready;
  };
}

/** A limit over the leaf, or over one that never answers. */
function stack(
  options: ConcurrencyLimitOptions,
  leaf: Handler<number, void> = () => new Promise(() => {}),
): Stack<number, void> {
  return ServiceBuilder.for<number, void>().layer(concurrencyLimit(options)).service(leaf);
}
