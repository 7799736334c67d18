import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { rateLimit, type RateLimitOptions } from "../../../src/layers/rate-limit/rate-limit.ts";
import { RateLimitedError } from "../../../src/layers/rate-limit/rate-limited-error.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { RejectedError } from "../../../src/service/errors.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import type { Handler } from "../../../src/service/service.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { type Coming, expectedEnds, type Fate } from "./line-model.ts";
import { TurnModel } from "./turn-model.ts";

describe("rateLimit", () => {
  it("starts calls of a key exactly when they may, in order, or refuses them as they come", () =>
    race(({ ends, expected }) => expect(ends).toEqual(expected)));

  it("is as though calls refused further in had not come, whenever they are", async () => {
    await fc.assert(
      fc.asyncProperty(rates, slowComings, async (rate, comings) => {
        const model = new TurnModel(rate);
        const clock = new VirtualClock();
        const { call } = limited<SlowComing>(
          rate,
          clock,
          async ({ takesMs, isRefused }, context) => {
            model.now = clock.now();
            expect(model.has()).toBe(true);
            const taken = model.take();
            await context.sleep(takesMs);
            if (!isRefused) return;
            model.giveBack(taken);
            throw new RejectedError("refused");
          },
        );
        let at = 0;
        const calls = comings.map((coming) => {
          at += coming.afterMs;
          return new Promise<Outcome<void>>((resolve) => {
            clock.timer(() => resolve(settle(call(coming))), at);
          });
        });
        const outcomes = await clock.run(Promise.all(calls));
        expect(outcomes.map(({ ok }) => !ok)).toEqual(comings.map(({ isRefused }) => isRefused));

        model.now = clock.now();
        const late = { afterMs: 0, takesMs: 0, isRefused: false };
        for (let n = 0; n < rate.burst && model.has(); n++) {
          void settle(call(late, { startWithinMs: 0 })); // which takes from both
        }
        const retryAt = model.turnBehind(0);
        await expect(call(late, { startWithinMs: 0 })).rejects.toMatchObject({ retryAt });
      }),
    );
  });

  it("leaves no timer and no listener, whatever ends or aborts first", () =>
    race(({ residue }) => expect(residue).toBe(0)));
});

interface SlowComing {
  readonly afterMs: number;
  readonly takesMs: number;
  readonly isRefused: boolean;
}

/** Calls of which a layer further in takes its time to refuse some. */
const slowComings: fc.Arbitrary<SlowComing[]> = fc.array(
  fc.record({ afterMs: fc.nat(15), takesMs: fc.nat(60), isRefused: fc.boolean() }),
  { minLength: 5, maxLength: 30, size: "max" },
);

interface Seen {
  readonly ends: readonly string[];
  readonly expected: readonly string[];
  readonly residue: number;
}

const comings: fc.Arbitrary<Coming[]> = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 1, max: 20 }),
    key: fc.constantFrom<("a" | "b")[]>("a", "a", "b"),
    patienceMs: fc.constantFrom(0, 25.25, 75.25, Infinity),
    fate: fc.constantFrom<Fate[]>("passes", "passes", "is refused further in", "aborts"),
    abortsAfterMs: fc.nat(60).map((ms) => ms + 0.5),
  }),
  { minLength: 5, maxLength: 30, size: "max" },
);
const rates = fc.record({
  limit: fc.constantFrom(1, 2, 4),
  intervalMs: fc.constantFrom(20, 40, 100),
  burst: fc.integer({ min: 1, max: 3 }),
});

/** Lets calls come, wait and end as their fates have it, and checks what was seen. */
async function race(check: (seen: Seen) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(rates, comings, async (rate, comings) => {
      const clock = new VirtualClock();
      const ends: string[] = [];
      const controllers: AbortController[] = [];
      const options = { ...rate, key: ({ key }: Coming) => key };
      const { call } = limited(options, clock, async (coming: Coming) => {
        ends[comings.indexOf(coming)] = `starts at ${clock.now()}`;
        if (coming.fate === "is refused further in") throw new RejectedError("refused");
      });
      const come = async (coming: Coming, n: number): Promise<void> => {
        const controller = new AbortController();
        controllers.push(controller);
        const { fate, abortsAfterMs, patienceMs: startWithinMs } = coming;
        if (fate === "aborts") clock.timer(() => controller.abort("stop"), abortsAfterMs);
        const outcome = await settle(call(coming, { signal: controller.signal, startWithinMs }));
        if (!outcome.ok) ends[n] ??= endOf(outcome.error, clock.now());
      };
      let at = 0;
      const calls = comings.map((coming, n) => {
        at += coming.afterMs;
        return new Promise<void>((resolve) => {
          clock.timer(() => resolve(come(coming, n)), at);
        });
      });
      await clock.run(Promise.all(calls));
      const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
      clock.advance(100); // past the aborts of calls that have ended
      const expected = expectedEnds(rate, comings);
      check({ ends, expected, residue: clock.pending + hooks.length });
    }),
  );
}

function limited<Req>(
  options: RateLimitOptions<Req>,
  clock: VirtualClock,
  leaf: Handler<Req, void>,
): Stack<Req, void> {
  return ServiceBuilder.for<Req, void>().layer(rateLimit(options)).service(leaf, { clock });
}

function endOf(error: unknown, now: number): string {
  return error instanceof RateLimitedError
    ? `refused at ${now} until ${error.retryAt}`
    : `${String(error)} at ${now}`;
}
