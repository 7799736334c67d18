import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { systemClock } from "../../src/service/clock.ts";
import { contextKey } from "../../src/service/context-key.ts";
import { Context } from "../../src/service/context.ts";
import { ClosedError, TimeoutError } from "../../src/service/errors.ts";
import { settle } from "../../src/service/outcome.ts";
import type { Handler } from "../../src/service/service.ts";
import type { CallOptions, Stack, StackOptions } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { runChild } from "../support/child.ts";

describe("Stack.call", () => {
  it("gives every call the clock and the chance of the stack, which shows them", async () => {
    const environment = { clock: new VirtualClock(), random: () => 0.5 };
    const stack = over(async (_, context) => context, environment);
    expect(await stack.call("/")).toMatchObject(environment);
    expect(stack).toMatchObject(environment);
    expect(over(sleeper)).toMatchObject({ clock: systemClock, random: Math.random });
  });

  it("keeps all that a context carries, and its own clock", async () => {
    const key = contextKey("depth", 0);
    const clock = new VirtualClock();
    const context = new Context({ clock, deadline: 9, startBy: 3 }).with(key, 1);
    const seen = await over(async (_, context) => context).call("/", context);
    const { callId } = context;
    expect(seen).toMatchObject({ callId, clock, deadline: 9, startBy: 3 });
    expect(seen.get(key)).toBe(1);
  });

  it("makes every call one of its own", async () => {
    const stack = over(async (_, context) => context.callId);
    expect(await stack.call("/")).not.toBe(await stack.call("/"));
  });

  it("turns its options into instants of its clock", async () => {
    const clock = new VirtualClock();
    clock.advance(5);
    const stack = over(async (_, context) => context, { clock });
    const limited = await stack.call("/", { timeoutMs: 30, startWithinMs: 10 });
    expect(limited).toMatchObject({ deadline: 35, startBy: 15 });
    expect(await stack.call("/")).toMatchObject({ deadline: Infinity, startBy: Infinity });
    expect(await stack.call("/", { startWithinMs: 0 })).toMatchObject({ startBy: 5 });
  });

  it("answers with a promise of its own", () => {
    const inner = Promise.resolve("page");
    expect(over(() => inner).call("/")).not.toBe(inner);
  });

  it.each(["leaf rejects", "leaf throws", "aborted", "aborted before", "closed", "misused"])(
    "lets an error that nobody handles be reported: %s",
    async (how) => {
      const script = new URL("children/unhandled-rejection.ts", import.meta.url);
      const { code, stderr } = await runChild(script, how);
      expect(code).toBe(1);
      expect(stderr).toContain("nobody handles this");
    },
  );

  it("aborts a call that takes longer than it may", async () => {
    const clock = new VirtualClock();
    const call = over(sleeper, { clock }).call("/", { timeoutMs: 10 });
    await expect(clock.run(call)).rejects.toMatchObject({ code: "timeout", timeoutMs: 10 });
    expect(clock.now()).toBe(10);
  });

  it("rejects with the reason of its signal, under a timeout as well", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const call = over(sleeper, { clock }).call("/", { signal: controller.signal, timeoutMs: 50 });
    clock.timer(() => controller.abort("stop"), 10);
    await expect(clock.run(call)).rejects.toBe("stop");
    expect(clock.now()).toBe(10);
  });

  it("listens to a signal once for each call under way, however many layers hook on it", async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    const nested: Handler<string, void> = (_, context) =>
      context.withTimeout(500, (context) => {
        context.onAbort(() => {});
        return context.withTimeout(500, (context) => context.sleep(100));
      });
    const stack = over(nested, { clock });
    const calls = [stack.call("/1", { signal }), stack.call("/2", { signal, timeoutMs: 400 })];
    expect(getEventListeners(signal, "abort")).toHaveLength(2);
    await clock.run(Promise.all(calls));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it("neither warns of a signal that 100,000 calls share, nor grows by them", async () => {
    const script = new URL("children/one-signal.ts", import.meta.url);
    const { code, stdout } = await runChild(script);
    expect(code).toBe(0);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script is ours
    const seen = JSON.parse(stdout) as Record<"warnings" | "listeners" | "grownBytes", number>;
    expect(seen).toMatchObject({ warnings: 0, listeners: 0 });
    expect(seen.grownBytes).toBeLessThan(2_000_000); // 20 bytes a call
  }, 60_000);

  it.each<[string, unknown, string]>([
    ["timeoutMs", -1, "a number of milliseconds >= 0: got -1"],
    ["timeoutMs", Number.NaN, "a number of milliseconds >= 0: got NaN"],
    ["timeoutMs", "10", 'a number of milliseconds >= 0: got "10"'],
    ["startWithinMs", -1, "a number of milliseconds >= 0: got -1"],
    ["startWithinMs", null, "a number of milliseconds >= 0: got null"],
    ["signal", "stop", 'an AbortSignal: got "stop"'],
    ["signal", null, "an AbortSignal: got null"],
    ["signal", new AbortController(), "an AbortSignal: got an object"],
  ])("rejects where its option %s is %j", async (option, value, expected) => {
    const stack = over(() => expect.unreachable());
    const call = stack.call("/", plain<CallOptions>({ [option]: value }));
    await expect(call).rejects.toThrow(`Expected "${option}" to be ${expected}`);
    await expect(call).rejects.toBeInstanceOf(option === "signal" ? TypeError : RangeError);
  });

  it.each([null, 5, "stop"])("rejects where its options are %j", async (options) => {
    const call = over(() => expect.unreachable()).call("/", plain(options));
    await expect(call).rejects.toThrow('Expected "options" to be an object or a Context');
    await expect(call).rejects.toBeInstanceOf(TypeError);
  });

  it("rejects where it is handed a signal in place of options", async () => {
    const { signal } = new AbortController();
    const call = over(() => expect.unreachable()).call("/", plain(signal));
    await expect(call).rejects.toThrow('Expected "options" to be an object or a Context');
  });
});

describe("Stack[Symbol.asyncDispose]", () => {
  it("refuses calls from then on, and names what it closed", async () => {
    const stack = ServiceBuilder.for<string, void>()
      .layer((inner) => inner)
      .service(() => expect.unreachable());
    await stack[Symbol.asyncDispose]();
    const call = stack.call("/");
    await expect(call).rejects.toBeInstanceOf(ClosedError);
    await expect(call).rejects.toThrow("Cannot call [anonymous]: the stack is closed");
  });

  it("waits for the calls under way", async () => {
    const clock = new VirtualClock();
    const stack = over(sleeper, { clock });
    const ends: string[] = [];
    const call = stack.call("/").then(() => ends.push("call"));
    const disposal = stack[Symbol.asyncDispose]().then(() => ends.push("disposal"));
    await clock.run(Promise.all([call, disposal]));
    expect(ends).toEqual(["call", "disposal"]);
    expect([clock.now(), clock.pending]).toEqual([100, 0]);
  });

  it("waits for a leaf that goes on after its caller has given up", async () => {
    const clock = new VirtualClock();
    const deaf: Handler<string, void> = (_, { clock }) =>
      new Promise((resolve) => void clock.timer(resolve, 100));
    const stack = over(deaf, { clock });
    await expect(clock.run(stack.call("/", { timeoutMs: 10 }))).rejects.toThrow(TimeoutError);
    await clock.run(stack[Symbol.asyncDispose]());
    expect(clock.now()).toBe(100);
  });

  it.each([
    [undefined, 10_000],
    [50, 50],
    [0, 0],
  ])("aborts what is still under way after a drainMs of %s", async (drainMs, endsAt) => {
    const clock = new VirtualClock();
    const hanging = over(() => new Promise(() => {}), {
      clock,
      ...(drainMs !== undefined && { drainMs }),
    });
    const call = settle(hanging.call("/"));
    const disposal = hanging[Symbol.asyncDispose]();
    expect(await clock.run(call)).toMatchObject({ ok: false, error: { code: "closed" } });
    expect(clock.now()).toBe(endsAt);
    await disposal;
  });

  it("ends detached work, which nothing else ends", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const told: unknown[] = [];
    const stack = over(
      async (_, context) => {
        const detached = context.detach();
        detached.onAbort((reason) => told.push(reason));
        await detached.withTimeout(1e9, (context) => context.sleep(1e6)).catch((error: unknown) => {
          told.push(error);
        });
      },
      { clock },
    );
    const call = stack.call("/", { signal: controller.signal, timeoutMs: 10 });
    controller.abort("stop");
    await expect(call).rejects.toBe("stop");
    clock.advance(1000);
    await clock.settle();
    expect(told).toEqual([]);
    await clock.run(stack[Symbol.asyncDispose]());
    await clock.settle();
    expect(told).toEqual([expect.any(ClosedError), expect.any(ClosedError)]);
    expect(told[0]).toBe(told[1]);
    expect(clock.pending).toBe(0);
  });

  it("does not wait for detached work", async () => {
    const clock = new VirtualClock();
    let detached: Promise<unknown> = Promise.resolve();
    const stack = over(
      async (_, context) => {
        detached = settle(context.detach().sleep(1000));
      },
      { clock },
    );
    await stack.call("/");
    await stack[Symbol.asyncDispose]();
    expect(await detached).toMatchObject({ ok: false, error: { code: "closed" } });
    expect(clock.now()).toBe(0);
  });

  it("is done once, even if it is asked for again on the way", async () => {
    const dispose = vi.fn<() => Promise<void>>(async () => {});
    const leaf = { call: detachedUntil(() => stack[Symbol.asyncDispose]()), [Symbol.asyncDispose]: dispose };
    const stack = ServiceBuilder.for<string, void>().service(leaf, { disposeLeaf: true });
    await stack.call("/");
    const disposal = stack[Symbol.asyncDispose]();
    expect(stack[Symbol.asyncDispose]()).toBe(disposal);
    await disposal;
    expect(stack[Symbol.asyncDispose]()).toBe(disposal);
    expect(dispose).toHaveBeenCalledOnce();
  });

  it("refuses a call that the end of detached work makes", async () => {
    let call: Promise<void> | undefined;
    const stack: Stack<string, void> = over(detachedUntil(() => (call = stack.call("/late"))));
    await stack.call("/");
    await Promise.all([stack[Symbol.asyncDispose](), expect(call).resolves]);
    await expect(call).rejects.toBeInstanceOf(ClosedError);
  });

  it("disposes a leaf that was handed over, after the calls, as `await using` does", async () => {
    const clock = new VirtualClock();
    const order: string[] = [];
    const call: Handler<string, void> = async (_, context) => {
      await context.sleep(10);
      order.push("call");
    };
    const sync = { call, [Symbol.dispose]: () => void order.push("dispose") };
    const async = { ...sync, [Symbol.asyncDispose]: async () => void order.push("asyncDispose") };
    for (const leaf of [sync, async]) {
      const stack = ServiceBuilder.for<string, void>().service(leaf, { clock, disposeLeaf: true });
      void stack.call("/");
      await clock.run(stack[Symbol.asyncDispose]());
    }
    expect(order).toEqual(["call", "dispose", "call", "asyncDispose"]);
  });

  it("leaves a leaf alone that was not handed over", async () => {
    const leaf = { call: sleeper, [Symbol.asyncDispose]: () => expect.unreachable() };
    await ServiceBuilder.for<string, void>().service(leaf)[Symbol.asyncDispose]();
  });

  it("rejects where the leaf cannot be disposed of", async () => {
    const error = new Error("still open");
    const leaf = { call: sleeper, [Symbol.asyncDispose]: () => Promise.reject(error) };
    const stack = ServiceBuilder.for<string, void>().service(leaf, { disposeLeaf: true });
    await expect(stack[Symbol.asyncDispose]()).rejects.toBe(error);
  });

  it("works with `await using`", async () => {
    const dispose = vi.fn<() => void>();
    const leaf = { call: sleeper, [Symbol.dispose]: dispose };
    {
      await using stack = ServiceBuilder.for<string, void>().service(leaf, { disposeLeaf: true });
      expect(stack.describe()).toEqual([]);
    }
    expect(dispose).toHaveBeenCalledOnce();
  });
});

describe("ServiceBuilder.service", () => {
  it.each<[unknown, string]>([
    [{ drainMs: -1 }, 'Expected "drainMs" to be a number of milliseconds >= 0: got -1'],
    [{ random: 0.5 }, 'Expected "random" to be a function: got 0.5'],
    [{ clock: Date }, 'Expected "clock" to be a Clock: got the function Date'],
    [{ clock: {} }, 'Expected "clock" to be a Clock: got an object'],
    [{ disposeLeaf: true }, 'Expected a leaf that can be disposed, as "disposeLeaf" asks'],
  ])("refuses the options %j", (options, message) => {
    expect(() => over(sleeper, plain<StackOptions>(options))).toThrow(message);
  });
});

describe("A call", () => {
  it("that is aborted or comes late never reaches the leaf, and every call ends at once when it must", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fates, fc.boolean(), async (s, fates, closes) => {
        const seen = await race(s, fates, closes);
        expect(seen.wrong).toEqual([]);
        expect(seen.residue).toBe(0);
      }),
      { timeout: 1000 },
    );
  });
});
