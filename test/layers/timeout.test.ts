import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { timeout } from "../../src/layers/timeout.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { TimeoutError } from "../../src/service/errors.ts";
import { settle } from "../../src/service/outcome.ts";
import type { Handler } from "../../src/service/service.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("timeout", () => {
  it("passes what ends in time, and leaves no timer", async () => {
    const clock = new VirtualClock();
    const error = new Error("down");
    const passing = over(clock, async () => "page");
    const failing = over(clock, () => Promise.reject(error));
    expect(await passing.call("/")).toBe("page");
    await expect(failing.call("/")).rejects.toBe(error);
    expect(clock.pending).toBe(0);
  });

  it("ends a call that takes longer, even if the leaf does not heed it", async () => {
    const clock = new VirtualClock();
    const deaf = over(clock, () => new Promise(() => {}));
    const error = await clock.run(settle(deaf.call("/")));
    expect(error).toMatchObject({ error: { code: "timeout", timeoutMs: 100 } });
    expect(clock.now()).toBe(100);
  });

  it("aborts the leaf with the error that the caller sees", async () => {
    const clock = new VirtualClock();
    let reason: unknown;
    const stack = over(clock, (_, context) => {
      context.onAbort((why) => (reason = why));
      return new Promise(() => {});
    });
    const error = await clock.run(stack.call("/").catch((error: unknown) => error));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(reason).toBe(error);
  });

  it("counts the time that a call waits in the layers below", async () => {
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<string, string>()
      .layer(timeout(100))
      .layer(concurrencyLimit({ limit: 1 }))
      .service(slow(80), { clock });
    const calls = Promise.all([settle(stack.call("/1")), settle(stack.call("/2"))]);
    const [first, second] = await clock.run(calls);
    expect(first).toEqual({ ok: true, value: "/1" });
    expect(second).toMatchObject({ error: { code: "timeout" } });
  });

  it("keeps a place taken below until the leaf has ended", async () => {
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<string, string>()
      .layer(timeout(100))
      .layer(concurrencyLimit({ limit: 1, queue: 0 }))
      .service(deafFor(150), { clock });
    await clock.run(settle(stack.call("/1")));
    await expect(stack.call("/2")).rejects.toMatchObject({ code: "overloaded" });
    clock.advance(50);
    await clock.settle();
    expect(await clock.run(settle(stack.call("/3")))).toMatchObject({ error: { code: "timeout" } });
  });

  it("is known below as the deadline, and never moves one that is earlier", async () => {
    const clock = new VirtualClock();
    const deadlines: number[] = [];
    const leaf: Handler<string, string> = async (_, { deadline }) => {
      deadlines.push(deadline);
      return "page";
    };
    const stack = over(clock, leaf);
    clock.advance(7);
    await stack.call("/");
    await stack.call("/", { timeoutMs: 30 });
    expect(deadlines).toEqual([107, 37]);
  });

  it.each([-1, Number.NaN])("refuses %d ms", (ms) => {
    expect(() => timeout(ms)).toThrow('Expected "ms"');
  });

  it("lets the shortest of several limits decide, at its instant", async () => {
    const limit = fc.integer({ min: 1, max: 50 });
    const limits = fc.array(limit, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(limits, fc.nat(60), async (limits, ms) => {
        fc.pre(!limits.includes(ms));
        const clock = new VirtualClock();
        const stack = limits
          .reduce((b, ms) => b.layer(timeout(ms)), ServiceBuilder.for<string, string>())
          .service(slow(ms), { clock });
        const outcome = await clock.run(settle(stack.call("/")));

        const shortest = Math.min(...limits);
        const inTime = { ok: true, value: "/" };
        const late = { ok: false, error: { timeoutMs: shortest } };
        expect(outcome).toMatchObject(ms < shortest ? inTime : late);
        expect(clock.now()).toBe(Math.min(ms, shortest));
        expect(clock.pending).toBe(0);
      }),
    );
  });
});

function over(clock: VirtualClock, leaf: Handler<string, string>) {
  return ServiceBuilder.for<string, string>().layer(timeout(100)).service(leaf, { clock });
}

/** A leaf that heeds its abort. */
function slow(ms: number): Handler<string, string> {
  return async (request, context) => {
    await context.sleep(ms);
    return request;
  };
}

/** A leaf that does not. */
function deafFor(ms: number): Handler<string, string> {
  return (request, { clock }) =>
    new Promise((resolve) => void clock.timer(() => resolve(request), ms));
}
