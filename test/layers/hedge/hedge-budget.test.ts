import { describe, expect, it } from "vitest";

import { concurrencyLimit, OverloadedError } from "../../../src/layers/concurrency-limit.ts";
import { hedge } from "../../../src/layers/hedge/hedge.ts";
import type { RetryBudget } from "../../../src/layers/retry-budget.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { fail, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { over, toldDuring } from "./hedged-leaf.ts";

describe("hedge with a budget", () => {
  it("counts each call once as it starts, and each call beside it", async () => {
    const booked: string[] = [];
    const budget = ledger(booked, 9);
    const slow = { ms: 25, ...succeed("slow") };
    await over([slow, slow, slow], { budget, limit: 2 }).ask();
    expect(booked).toEqual(["call", "repeat", "repeat"]);
  });

  it("makes no further call once that is refused, and says so", async () => {
    const booked: string[] = [];
    const slow = { ms: 100, ...succeed("slow") };
    const { ask, started } = over([slow, slow], { budget: ledger(booked, 1), limit: 5 });
    const told = await toldDuring(ask);
    expect(told.map(({ event }) => event)).toEqual(["hedged", "exhausted", "won"]);
    expect(booked).toEqual(["call", "repeat", "refused"]);
    expect(started).toEqual([0, 10]);
  });

  it("has one of a tenth of the calls of its own in each stack", async () => {
    const clock = new VirtualClock();
    let sent = 0;
    const builder = ServiceBuilder.for<string, string>().layer(hedge({ delayMs: 10 }));
    const stacks = [1, 2].map(() =>
      builder.service(
        async (request, context) => {
          sent++;
          await context.sleep(100);
          return request;
        },
        { clock },
      ),
    );
    const calls = Array.from({ length: 500 }, () => stacks.map((stack) => stack.call("/")));
    await clock.run(Promise.all(calls.flat()));
    expect(sent).toBe(2 * (500 + 50 + 100));
  });

  it("does not count a call that never starts", async () => {
    const booked: string[] = [];
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<string, string>()
      .layer(hedge({ delayMs: 10, budget: ledger(booked, 9) }))
      .layer(concurrencyLimit({ limit: 1 }))
      .service(() => new Promise(() => {}), { clock });
    void stack.call("/");
    await expect(stack.call("/", { startWithinMs: 0 })).rejects.toThrow(OverloadedError);
    expect(booked).toEqual(["call"]);
  });

  it.each(["deposit", "withdraw"] as const)("rejects with what its %s throws", async (method) => {
    const budget = { ...ledger([], 9), [method]: thrower };
    const { ask, clock, contexts } = over([{ ms: 100, ...succeed("slow") }], { budget });
    expect(await ask()).toEqual(fail(new Error("bad budget")));
    expect(contexts.every(({ aborted }) => aborted)).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

/** A budget of so many repeats, that writes down what it is asked. */
function ledger(booked: string[], repeats: number): RetryBudget<string> {
  let left = repeats;
  return {
    deposit: () => void booked.push("call"),
    withdraw() {
      const granted = left > 0;
      left--;
      booked.push(granted ? "repeat" : "refused");
      return granted;
    },
  };
}

function thrower(): never {
  throw new Error("bad budget");
}
