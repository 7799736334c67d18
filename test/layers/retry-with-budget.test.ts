import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { OverloadedError } from "../../src/layers/concurrency-limit.ts";
import type { RetryBudget } from "../../src/layers/retry-budget.ts";
import { retryBudget } from "../../src/layers/retry-budget.ts";
import { retry, type RetryOptions } from "../../src/layers/retry.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { settle } from "../../src/service/outcome.ts";
import type { Stack } from "../../src/service/stack.ts";
import { fail } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";
import { untyped } from "../support/untyped.ts";

describe("retry with a budget", () => {
  it("counts each call once, and each repeat", async () => {
    const { budget, booked } = ledger(9);
    const { stack, clock } = down({ budget, limit: 2 });
    await clock.run(settle(stack.call("/a")));
    await clock.run(settle(stack.call("/b")));
    expect(booked).toEqual([
      "call /a",
      "repeat /a",
      "repeat /a",
      "call /b",
      "repeat /b",
      "repeat /b",
    ]);
  });

  it("gives the outcome back at once, as it was, where a repeat is refused", async () => {
    const { budget } = ledger(1);
    const { stack, clock, errors } = down({ budget, limit: 5, backoff: () => 10 });
    const outcome = await clock.run(settle(stack.call("/")));
    expect(outcome).toEqual(fail(errors.at(-1)));
    expect(errors).toHaveLength(2);
    expect(clock.now()).toBe(10);
  });

  it("tells that the budget is exhausted", async () => {
    const { stack, clock, errors } = down({ budget: ledger(0).budget });
    const events = await eventsDuring(() => clock.run(settle(stack.call("/"))));
    const told = events.filter(({ event }) => event === "exhausted" || event === "retried");
    const detail = { attempt: 2, outcome: fail(errors[0]) };
    expect(told).toMatchObject([{ layer: "retry", event: "exhausted", detail }]);
  });

  it("asks only for repeats that it would make", async () => {
    const { budget, booked } = ledger(9);
    const { stack, clock } = down({ budget, backoff: () => 100 });
    await clock.run(settle(stack.call("/late", { timeoutMs: 50 })));
    const picky = down({ budget, when: () => false });
    await picky.clock.run(settle(picky.stack.call("/picky")));
    expect(booked).toEqual(["call /late", "call /picky"]);
  });

  it("counts repeats that are made at once", async () => {
    const { budget, booked } = ledger(1);
    const { stack, clock } = down({ budget, retryAfter: () => 0 });
    await clock.run(settle(stack.call("/")));
    expect(booked).toEqual(["call /", "repeat /", "refused /"]);
  });

  it("does not count a call that was refused, as nothing was sent", async () => {
    const { budget, booked } = ledger(1);
    const { stack, clock } = down({ budget }, () => new OverloadedError(1, 0));
    await clock.run(settle(stack.call("/")));
    expect(booked).toEqual([]);
  });

  it("keeps all stacks that share a budget to its share", async () => {
    const budget = retryBudget({ ratio: 0.1, minPerSecond: 1 });
    const clock = new VirtualClock();
    const stacks = [down({ budget }, undefined, clock), down({ budget }, undefined, clock)];
    const calls = stacks.flatMap(({ stack }) =>
      Array.from({ length: 50 }, () => settle(stack.call("/"))),
    );
    await clock.run(Promise.all(calls));
    expect(stacks.flatMap(({ errors }) => errors)).toHaveLength(100 + 10 + 10);
  });

  it("makes as many repeats as calls and reserve pay for, and no more", async () => {
    const shares = fc.constantFrom(0, 0.15, 0.35, 0.51, 1, 1.5);
    await fc.assert(
      fc.asyncProperty(shares, fc.nat(5), fc.nat(40), async (ratio, minPerSecond, calls) => {
        const budget = retryBudget({ ratio, minPerSecond, ttlMs: 1000 });
        const { stack, clock, errors } = down({ budget, limit: 3, backoff: () => 1 });
        const all = Array.from({ length: calls }, () => settle(stack.call("/")));
        await clock.run(Promise.all(all));
        const paid = Math.floor(Math.round(ratio * 100 * calls) / 100 + minPerSecond);
        expect(errors).toHaveLength(calls + Math.min(calls > 0 ? paid : 0, 3 * calls));
      }),
    );
  });

  it.each([null, 5, {}, { deposit: () => {} }])("refuses the budget %o", (budget) => {
    expect(() => retry(untyped({ budget }))).toThrow('Expected "budget');
  });
});

/** A budget of so many repeats, that writes down what it is asked. */
function ledger(repeats: number): { budget: RetryBudget<string>; booked: readonly string[] } {
  const booked: string[] = [];
  let left = repeats;
  const budget: RetryBudget<string> = {
    deposit: (request) => void booked.push(`call ${request}`),
    withdraw(request) {
      const granted = left > 0;
      left--;
      booked.push(`${granted ? "repeat" : "refused"} ${request}`);
      return granted;
    },
  };
  return { budget, booked };
}

interface Down {
  readonly stack: Stack<string, string>;
  readonly clock: VirtualClock;
  /** What the leaf has failed with. */
  readonly errors: readonly Error[];
}

/** A `retry` over a leaf that is down. */
function down(
  options: RetryOptions<string, string>,
  errorOf: () => Error = () => new Error("down"),
  clock: VirtualClock = new VirtualClock(),
): Down {
  const errors: Error[] = [];
  const stack = ServiceBuilder.for<string, string>()
    .layer(retry(options))
    .service(
      async () => {
        const error = errorOf();
        errors.push(error);
        throw error;
      },
      { clock },
    );
  return { stack, clock, errors };
}
