import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { settle } from "../../../src/service/outcome.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";
import { down, refusalOf, refused, setUp } from "./set-up.ts";

describe("circuitBreaker", () => {
  it("opens after five failures in a row, for ten seconds, by default", async () => {
    const { clock, stack } = setUp({ trip: undefined, cooldownMs: undefined });
    for (let n = 0; n < 4; n++) await settle(stack.call("bad"));
    expect(await refusalOf(stack.call("bad"))).toBeUndefined();
    const refusal = { code: "circuit_open", key: "all calls", retryAt: 10_000, ready: undefined };
    expect(await refusalOf(stack.call("good"))).toMatchObject(refusal);
    clock.advance(9999);
    expect(await refusalOf(stack.call("good"))).toMatchObject(refusal);
    clock.advance(1);
    expect(await stack.call("good")).toBe("good");
  });

  it("passes what it lets through as it is, by identity", async () => {
    const { stack } = setUp();
    await expect(stack.call("bad")).rejects.toBe(down);
    await expect(stack.call("refused")).rejects.toBe(refused);
  });

  it("lets exactly its probes through when it half-opens, however many come at that instant", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 5, max: 40 }),
        async (probes, calls) => {
          const { clock, stack, sent } = await setUp({ probes }).opened();
          clock.advance(1000);
          const before = sent.length;
          const ends = Array.from({ length: calls }, () => refusalOf(stack.call("slow")));
          await clock.settle();
          expect(sent.length - before).toBe(probes);
          const refusals = await clock.run(Promise.all(ends));
          expect(refusals.filter((refusal) => refusal)).toHaveLength(calls - probes);
          expect(await stack.call("good")).toBe("good");
        },
      ),
    ));

  it("closes when as many probes were well as there may be, unless told otherwise", async () => {
    for (const [options, needed] of [
      [{ probes: 3 }, 3],
      [{ probes: 3, successes: 1 }, 1],
      [{ probes: 1, successes: 4 }, 4],
    ] as const) {
      const { clock, stack } = await setUp(options).opened();
      clock.advance(1000);
      for (let n = 1; n < needed; n++) await stack.call("good");
      await settle(stack.call("bad"));
      expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt: 3000 });
      clock.advance(2000);
      for (let n = 0; n < needed; n++) await stack.call("good");
      for (let n = 0; n < 2; n++) await settle(stack.call("bad"));
      expect(await stack.call("good")).toBe("good");
    }
  });

  it("opens for twice as long each time a probe fails, and anew when it has been closed", async () => {
    const { clock, stack, open } = await setUp({ maxCooldownMs: 5000 }).opened();
    for (const cooldownMs of [1000, 2000, 4000, 5000, 5000]) {
      const retryAt = clock.now() + cooldownMs;
      expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt });
      clock.advance(cooldownMs);
      await settle(stack.call("bad"));
    }
    clock.advance(5000);
    await stack.call("good");
    await open();
    expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt: clock.now() + 1000 });
  });

  it("tells those it refuses for a probe when that ends, or when it will lose its place", async () => {
    const { clock, stack } = await setUp({ probeTimeoutMs: 500 }).opened();
    clock.advance(1000);
    const probe = stack.call("slow");
    const refusal = await refusalOf(stack.call("good"));
    expect(refusal?.retryAt).toBe(1500);
    const told = vi.fn<() => void>();
    void refusal?.ready?.then(told);
    await clock.settle();
    expect(told).not.toHaveBeenCalled();
    await clock.run(probe);
    expect(told).toHaveBeenCalledOnce();
  });

  it("tells of the place that will lapse first, of several", async () => {
    const { clock, stack } = await setUp({ probes: 2, probeTimeoutMs: 500 }).opened();
    clock.advance(1000);
    void stack.call("silent");
    clock.advance(200);
    void stack.call("silent");
    expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt: 1500 });
    clock.advance(300);
    void stack.call("silent");
    expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt: 1700 });
  });

  it("gives the place of a probe that goes on for ever to another, and sets no timer for that", async () => {
    const { clock, stack } = await setUp({ probeTimeoutMs: 500 }).opened();
    clock.advance(1000);
    void stack.call("silent");
    clock.advance(499);
    expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt: 1500 });
    expect(clock.pending).toBe(0);
    clock.advance(1);
    expect(await stack.call("good")).toBe("good");
  });

  it("closes by a probe that was well, though it took longer than its place was kept", async () => {
    const { clock, stack } = await setUp({ probeTimeoutMs: 50 }).opened();
    clock.advance(1000);
    const probe = stack.call("slow");
    clock.advance(60);
    void stack.call("silent");
    clock.advance(40);
    await probe;
    expect(await refusalOf(Promise.all([stack.call("good"), stack.call("good")]))).toBeUndefined();
  });

  it("has a circuit for each key, and none where there is no key", async () => {
    const keys: Readonly<Record<string, string>> = { bad: "b", good: "g" };
    const { stack, open } = setUp({ key: (request: string) => keys[request] });
    await open();
    expect(await refusalOf(stack.call("bad"))).toMatchObject({ key: "b" });
    for (const request of ["good", "refused"]) {
      expect(await refusalOf(stack.call(request))).toBeUndefined();
    }
  });

  it.each([null, 5, Promise.resolve("host")])("rejects where the key is %s", async (key) => {
    const { stack } = setUp({ key: () => untyped(key) });
    await expect(stack.call("good")).rejects.toThrow('Expected "key" to return a string: got');
  });

  it("tells of no instant at which to come again where no place ever lapses", async () => {
    const { clock, stack } = await setUp({ probeTimeoutMs: Infinity }).opened();
    clock.advance(1000);
    void stack.call("silent");
    const events = await eventsDuring(async () => {
      const refusal = await refusalOf(stack.call("good"));
      expect(refusal).toMatchObject({ retryAt: undefined, ready: expect.any(Promise) });
    });
    const told = events.filter(({ event }) => event === "refused");
    expect(told).toMatchObject([{ detail: { retryAt: undefined } }]);
  });

  it("gives each stack circuits of its own", async () => {
    const layer = circuitBreaker<string, string>({ trip: consecutiveFailures(1) });
    const stacks = [1, 2].map(() =>
      ServiceBuilder.for<string, string>()
        .layer(layer)
        .service(async () => {
          throw down;
        }),
    );
    for (const stack of stacks) await expect(stack.call("bad")).rejects.toBe(down);
  });

  it("tells of each change, and of each refusal", async () => {
    const { clock, stack, open } = setUp();
    const events = await eventsDuring(async () => {
      await open();
      await refusalOf(stack.call("good"));
      clock.advance(1000);
      await stack.call("good");
    });
    const key = "all calls";
    const told = events.filter(({ event }) => !["start", "end", "error"].includes(event));
    expect(told.map(({ event, layer, detail }) => [layer, event, detail])).toEqual([
      ["circuitBreaker", "opened", { key, retryAt: 1000, failures: 3 }],
      ["circuitBreaker", "refused", { key, retryAt: 1000 }],
      ["circuitBreaker", "halfOpened", { key }],
      ["circuitBreaker", "closed", { key }],
    ]);
  });
});
