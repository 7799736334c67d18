import { describe, expect, it } from "vitest";

import { concurrencyLimit, OverloadedError } from "../../../src/layers/concurrency-limit.ts";
import { hedge, hedgeKey } from "../../../src/layers/hedge/hedge.ts";
import { SupersededError } from "../../../src/layers/hedge/superseded-error.ts";
import { retry } from "../../../src/layers/retry.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { Context } from "../../../src/service/context.ts";
import type { Outcome } from "../../../src/service/outcome.ts";
import { service } from "../../../src/service/service.ts";
import { startListener } from "../../../src/service/start-listener.ts";
import { partsOf } from "../../../src/service/traits.ts";
import { fail, script, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";
import { over, toldDuring } from "./hedged-leaf.ts";

describe("hedge", () => {
  it("makes no other call where the first is quick", async () => {
    const { ask, started } = over([{ ms: 9, ...succeed("first") }]);
    expect(await ask()).toEqual(succeed("first"));
    expect(started).toEqual([0]);
  });

  it("gives back the first call where it succeeds first after all", async () => {
    const { ask, started } = over([
      { ms: 12, ...succeed("first") },
      { ms: 5, ...succeed("second") },
    ]);
    expect(await ask()).toEqual(succeed("first"));
    expect(started).toEqual([0, 10]);
  });

  it("gives back the other call where that succeeds first", async () => {
    const { ask, clock } = over([
      { ms: 50, ...succeed("first") },
      { ms: 5, ...succeed("second") },
    ]);
    expect(await ask()).toEqual(succeed("second"));
    expect(clock.now()).toBe(15);
  });

  it("makes a further call after each delay, up to its limit", async () => {
    const slow = { ms: 100, ...succeed("slow") };
    const { ask, started } = over([slow, slow, slow, slow], { limit: 3 });
    await ask();
    expect(started).toEqual([0, 10, 20, 30]);
  });

  it("never sends twice what `when` excludes", async () => {
    const { ask, started } = over([{ ms: 50, ...succeed("first") }], {
      when: (request) => request !== "/",
    });
    expect(await ask()).toEqual(succeed("first"));
    expect(started).toEqual([0]);
  });

  it("passes an error on at once while the first call runs alone", async () => {
    const error = new Error("down");
    const { ask, clock } = over([{ ms: 3, ...fail(error) }]);
    expect(await ask()).toEqual(fail(error));
    expect(clock.now()).toBe(3);
    expect(clock.pending).toBe(0);
  });

  it.each([
    [12, 50],
    [50, 5],
  ])("waits for a call still pending after an error (%d, %d ms)", async (first, second) => {
    const wins = first > second ? 0 : 1;
    const end = (n: number): Outcome<string> => (n === wins ? succeed(`call ${n}`) : fail());
    const { ask } = over([
      { ms: first, ...end(0) },
      { ms: second, ...end(1) },
    ]);
    expect(await ask()).toEqual(succeed(`call ${wins}`));
  });

  it.each([
    [15, 20],
    [40, 5],
  ])("gives the error of the first call where all fail (%d, %d ms)", async (first, second) => {
    const error = new Error("of the first");
    const { ask } = over([
      { ms: first, ...fail(error) },
      { ms: second, ...fail(new Error("of the second")) },
    ]);
    expect(await ask()).toEqual(fail(error));
  });

  it("aborts what has lost, and leaves no timer", async () => {
    const { ask, clock, contexts } = over([
      { ms: 50, ...succeed("first") },
      { ms: 5, ...succeed("second") },
    ]);
    await ask();
    const [first, second] = contexts;
    expect(first?.reason).toBeInstanceOf(SupersededError);
    expect(first?.reason).toMatchObject({ code: "superseded" });
    expect(second?.aborted).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it("ends at once with the reason of the abort, and aborts all", async () => {
    const controller = new AbortController();
    const deaf: Outcome<string> & { ms: number } = { ms: Infinity, ...succeed("never") };
    const { ask, clock, contexts } = over([deaf, deaf]);
    clock.timer(() => controller.abort("stop"), 15);
    expect(await ask(controller.signal)).toEqual(fail("stop"));
    expect(contexts.map(({ reason }) => reason)).toEqual(["stop", "stop"]);
    expect(clock.pending).toBe(0);
  });

  it("counts its delay from the start at the leaf, and tells whoever listens of that too", async () => {
    const clock = new VirtualClock();
    const sent: string[] = [];
    const stack = ServiceBuilder.for<string, string>()
      .layer(hedge({ delayMs: 10 }))
      .layer(concurrencyLimit({ limit: 2 }))
      .service(
        async (request, context) => {
          sent.push(`${request} at ${clock.now()}`);
          await context.sleep(context.get(hedgeKey) === 0 ? 30 : 100);
          return request;
        },
        { clock },
      );
    const starts: number[] = [];
    const listening = new Context({ clock }).with(startListener, () => starts.push(clock.now()));
    const calls = ["a", "b"].map((request) => stack.call(request));
    await clock.run(Promise.all([...calls, stack.call("c", listening)]));
    expect(sent).toEqual(["a at 0", "b at 0", "c at 30", "c at 40"]);
    expect(starts).toEqual([30, 40]);
  });

  it("counts from the first start where the layers below call more often", async () => {
    const clock = new VirtualClock();
    const booked: number[] = [];
    const budget = { deposit: () => void booked.push(clock.now()), withdraw: () => false };
    const stack = ServiceBuilder.for<string, string>()
      .layer(hedge({ delayMs: 10, budget }))
      .layer(retry({ backoff: () => 1 }))
      .service(script([fail(), succeed("page")]), { clock, orderWarnings: false });
    expect(await clock.run(stack.call("/"))).toBe("page");
    expect(booked).toEqual([0]);
  });

  it("makes no other call over a service that does not tell of starts", async () => {
    const clock = new VirtualClock();
    let calls = 0;
    const bare = service<string, string>(async (request, context) => {
      calls++;
      await context.sleep(100);
      return request;
    });
    const hedged = hedge<string, string>({ delayMs: 10 })(bare);
    expect(await clock.run(hedged.call("/", new Context({ clock })))).toBe("/");
    expect(calls).toBe(1);
  });

  it("does not wait for the admission of another call", async () => {
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<string, string>()
      .layer(hedge({ delayMs: 10, limit: 3 }))
      .layer(concurrencyLimit({ limit: 1 }))
      .service(
        async (_, context) => {
          await context.sleep(50);
          throw new Error("down");
        },
        { clock },
      );
    const events = await eventsDuring(async () => {
      await expect(clock.run(stack.call("/"))).rejects.toThrow("down");
    });
    const refusals = events.filter(({ detail }) => detail["error"] instanceof OverloadedError);
    expect(refusals.map(({ at }) => at)).toEqual([10, 20, 30]);
  });

  it("tells layers below which call one is", async () => {
    const slow = { ms: 100, ...succeed("slow") };
    const { ask, contexts } = over([slow, slow, slow], { limit: 2 });
    await ask();
    expect(contexts.map((context) => context.get(hedgeKey))).toEqual([0, 1, 2]);
  });

  it("declares how many calls it makes at once", () => {
    const traits = { multiplicity: 4, parallel: true };
    expect(partsOf(hedge({ delayMs: 10, limit: 3 }))).toEqual([{ name: "hedge", traits }]);
  });

  it("tells of calls it makes, and which has won", async () => {
    const { ask } = over([
      { ms: 50, ...succeed("first") },
      { ms: 5, ...succeed("second") },
    ]);
    expect(await toldDuring(ask)).toMatchObject([
      { event: "hedged", at: 10, detail: { hedge: 1 } },
      { event: "won", at: 15, detail: { hedge: 1 } },
    ]);
    expect(await toldDuring(over([{ ms: 1, ...succeed("quick") }]).ask)).toEqual([]);
  });

  it("rejects with what `when` throws", async () => {
    const { ask, started } = over([], {
      when() {
        throw new Error("bad");
      },
    });
    expect(await ask()).toEqual(fail(new Error("bad")));
    expect(started).toEqual([]);
  });

  it.each([
    [{}, 'Expected "delayMs" to be a number of milliseconds >= 0: got undefined'],
    [{ delayMs: -1 }, 'Expected "delayMs"'],
    [{ delayMs: 1, limit: 0.5 }, 'Expected "limit" to be a whole number >= 0: got 0.5'],
    [{ delayMs: 1, when: true }, 'Expected "when" to be a function: got true'],
    [{ delayMs: 1, budget: 5 }, 'Expected "budget" to be an object: got 5'],
    [{ delayMs: 1, budget: {} }, 'Expected "budget.deposit" to be a function: got undefined'],
    [{ delayMs: 1, max: 5 }, 'Expected options of hedge, delayMs, limit, when, budget: got "max"'],
    [null, "Expected the options of hedge to be an object: got null"],
  ])("refuses the options %o", (options, message) => {
    expect(() => hedge(untyped(options))).toThrow(message);
  });
});
