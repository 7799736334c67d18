import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Context } from "../../src/service/context.ts";
import { TimeoutError } from "../../src/service/errors.ts";
import { type Outcome, settle, unwrap } from "../../src/service/outcome.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { neverHanging } from "../support/never-hanging.ts";

describe("Context.sleep", () => {
  it("lasts as long as it is told, and leaves nothing", async () => {
    const { signal } = new AbortController();
    await fc.assert(
      fc.asyncProperty(fc.nat(1e9), async (ms) => {
        const clock = new VirtualClock();
        await clock.run(new Context({ clock, signal }).sleep(ms));
        expect(clock.now()).toBe(ms);
        expect(residue(clock, signal)).toBe(0);
      }),
    );
  });

  it("ends at the abort of its call, for its reason, and leaves nothing", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const context = new Context({ clock, signal: controller.signal });
    const sleep = context.sleep(100);
    clock.timer(() => controller.abort("stop"), 10);
    await expect(clock.run(sleep)).rejects.toBe("stop");
    expect(clock.now()).toBe(10);
    await expect(context.sleep(0)).rejects.toBe("stop");
    expect(residue(clock, controller.signal)).toBe(0);
  });

  it("rejects where it is told no duration", async () => {
    const sleep = new Context().sleep(Number.NaN);
    await expect(sleep).rejects.toThrow(
      'Expected "ms" to be a number of milliseconds >= 0: got NaN',
    );
  });
});

describe("Context.withTimeout", () => {
  it.each([true, false])("rejects at its instant, whether the work heeds (%s)", async (heeds) => {
    const clock = new VirtualClock();
    let reason: unknown;
    const work = (context: Context): Promise<void> => {
      context.onAbort((why) => (reason = why));
      return heeds ? context.sleep(100) : new Promise(() => {});
    };
    const error = await clock.run(settle(new Context({ clock }).withTimeout(10, work)));
    expect(error).toMatchObject({ error: { code: "timeout", timeoutMs: 10 } });
    expect(error).toEqual({ ok: false, error: reason });
    expect(clock.now()).toBe(10);
  });

  it("tells the work its deadline, which is never later than that of its call", async () => {
    const clock = new VirtualClock();
    clock.advance(3);
    const call = new Context({ clock, deadline: 20 });
    const deadlines = [5, 50, Infinity].map((ms) =>
      call.withTimeout(ms, async (context) => context.deadline),
    );
    expect(await Promise.all(deadlines)).toEqual([8, 20, 20]);
  });

  it("rejects where the work throws", async () => {
    const error = new Error("broken work");
    const call = new Context().withTimeout(10, () => {
      throw error;
    });
    await expect(call).rejects.toBe(error);
  });

  it.each([-1, Number.NaN])("rejects where it is told to take %d ms", async (ms) => {
    const call = settle(new Context().withTimeout(ms, () => expect.unreachable()));
    const message = `Expected "timeoutMs" to be a number of milliseconds >= 0: got ${ms}`;
    expect(await call).toEqual({ ok: false, error: new RangeError(message) });
  });

  it("ends as what comes first says, however deep, and leaves nothing", async () => {
    const instant = fc.integer({ min: 1, max: 20 });
    const limits = fc.array(instant, { minLength: 1, maxLength: 5, size: "max" });
    const never = fc.constant(Infinity);
    await fc.assert(
      fc.asyncProperty(
        limits,
        fc.oneof(instant, never),
        fc.oneof(instant, never),
        neverHanging(async (limits, endsAt, abortsAt) => {
          const clock = new VirtualClock();
          const controller = new AbortController();
          const { signal } = controller;
          clock.timer(() => controller.abort("stop"), abortsAt);
          const work = limits.reduce<(context: Context) => Promise<string>>(
            (work, ms) => (context) => context.withTimeout(ms, work),
            ({ clock }) =>
              new Promise((resolve) => void clock.timer(() => resolve("page"), endsAt)),
          );
          const outcome = await clock.run(settle(work(new Context({ clock, signal }))));

          const shortest = Math.min(...limits);
          const first = Math.min(shortest, endsAt, abortsAt);
          expect(clock.now()).toBe(first);
          expect(possible(first, { shortest, endsAt, abortsAt })).toContainEqual(plain(outcome));
          clock.advance(100);
          await clock.settle();
          expect(endsAt === Infinity || residue(clock, signal) === 0).toBe(true);
        }),
      ),
    );
  });
});

/** The outcomes that may come first; a tie may end either way. */
function possible(
  first: number,
  { shortest, endsAt, abortsAt }: Readonly<Record<"shortest" | "endsAt" | "abortsAt", number>>,
): unknown[] {
  const outcomes: unknown[] = [];
  if (endsAt === first) outcomes.push("page");
  if (abortsAt === first) outcomes.push("stop");
  if (shortest === first) outcomes.push(`${shortest} ms`);
  return outcomes;
}

function plain(outcome: Outcome<string>): unknown {
  if (outcome.ok) return unwrap(outcome);
  return outcome.error instanceof TimeoutError ? `${outcome.error.timeoutMs} ms` : outcome.error;
}

/** Timers and listeners that are left. */
function residue(clock: VirtualClock, signal: AbortSignal): number {
  return clock.pending + getEventListeners(signal, "abort").length;
}
