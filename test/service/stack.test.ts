import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { systemClock } from "../../src/service/clock.ts";
import { contextKey } from "../../src/service/context-key.ts";
import { Context } from "../../src/service/context.ts";
import type { Handler } from "../../src/service/service.ts";
import type { Stack, StackOptions } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { runChild } from "../support/child.ts";
import { untyped } from "../support/untyped.ts";

describe("Stack.call", () => {
  it("gives every call the clock and the chance of the stack, which shows them", async () => {
    const environment = { clock: new VirtualClock(), random: () => 0.5 };
    const stack = over(async (_: string, context) => context, environment);
    expect(await stack.call("/")).toMatchObject(environment);
    expect(stack).toMatchObject(environment);
    expect(over(sleeper)).toMatchObject({ clock: systemClock, random: Math.random });
  });

  it("keeps all that a context carries, and its own clock", async () => {
    const key = contextKey("depth", 0);
    const clock = new VirtualClock();
    const context = new Context({ clock, deadline: 9, startBy: 3 }).with(key, 1);
    const seen = await over(async (_: string, context) => context).call("/", context);
    const { callId } = context;
    expect(seen).toMatchObject({ callId, clock, deadline: 9, startBy: 3 });
    expect(seen.get(key)).toBe(1);
  });

  it("makes every call one of its own", async () => {
    const stack = over(async (_: string, context) => context.callId);
    expect(await stack.call("/")).not.toBe(await stack.call("/"));
  });

  it("turns its options into instants of its clock", async () => {
    const clock = new VirtualClock();
    clock.advance(5);
    const stack = over(async (_: string, context) => context, { clock });
    const limited = await stack.call("/", { timeoutMs: 30, startWithinMs: 10 });
    expect(limited).toMatchObject({ deadline: 35, startBy: 15 });
    expect(await stack.call("/")).toMatchObject({ deadline: Infinity, startBy: Infinity });
    expect(await stack.call("/", { startWithinMs: 0 })).toMatchObject({ startBy: 5 });
  });

  it("answers with a promise of its own", () => {
    const inner = Promise.resolve("page");
    expect(over(() => inner).call(undefined)).not.toBe(inner);
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

  it("listens to a signal once, however many calls and layers hook on it", async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    const stack = over(nested, { clock });
    const calls = [stack.call("/1", { signal }), stack.call("/2", { signal, timeoutMs: 400 })];
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
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
  });

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
    const stack = over<string, void>(() => expect.unreachable());
    const call = stack.call("/", untyped({ [option]: value }));
    await expect(call).rejects.toThrow(`Expected "${option}" to be ${expected}`);
    await expect(call).rejects.toBeInstanceOf(option === "signal" ? TypeError : RangeError);
  });

  it.each(["timeoutMS", "startWithin", "toString", "__proto__"])(
    "rejects where there is no option %s",
    async (name) => {
      const options = Object.fromEntries([
        ["timeoutMs", 5],
        [name, 10],
      ]);
      const call = over<string, void>(() => expect.unreachable()).call("/", options);
      const message = `Expected options of call, signal, timeoutMs, startWithinMs: got "${name}"`;
      await expect(call).rejects.toThrow(new TypeError(message));
    },
  );

  it.each([null, 5, "stop", []])("rejects where its options are %j", async (options) => {
    const call = over<string, void>(() => expect.unreachable()).call("/", untyped(options));
    await expect(call).rejects.toThrow('Expected "options" to be an object or a Context');
    await expect(call).rejects.toBeInstanceOf(TypeError);
  });
});

describe("ServiceBuilder.service", () => {
  it.each<[unknown, string]>([
    [{ drainMs: -1 }, 'Expected "drainMs" to be a number of milliseconds >= 0: got -1'],
    [{ random: 0.5 }, 'Expected "random" to be a function: got 0.5'],
    [{ clock: Date }, 'Expected "clock" to be a Clock: got the function Date'],
    [{ clock: {} }, 'Expected "clock" to be a Clock: got an object'],
    [{ clock: null }, 'Expected "clock" to be a Clock: got null'],
    [{ random: null }, 'Expected "random" to be a function: got null'],
    [{ disposeLeaf: null }, 'Expected "disposeLeaf" to be true or false: got null'],
    [{ orderWarnings: null }, 'Expected "orderWarnings" to be true or false: got null'],
    [
      { orderWarning: false },
      'of service, clock, random, disposeLeaf, drainMs, orderWarnings: got "orderWarning"',
    ],
    [{ drainMS: 5 }, 'got "drainMS"'],
    ["x", 'Expected the options of service to be an object: got "x"'],
    [null, "Expected the options of service to be an object: got null"],
    [{ disposeLeaf: true }, 'Expected a leaf that can be disposed, as "disposeLeaf" asks'],
  ])("refuses the options %j", (options, message) => {
    expect(() => over(sleeper, untyped(options))).toThrow(message);
  });
});

function over<Req, Res>(leaf: Handler<Req, Res>, options?: StackOptions): Stack<Req, Res> {
  return ServiceBuilder.for<Req, Res>().service(leaf, options);
}

function sleeper(_: string, context: Context): Promise<void> {
  return context.sleep(100);
}

/** A leaf that waits in timeouts of its own, and hooks on them. */
function nested(_: string, context: Context): Promise<void> {
  return context.withTimeout(500, (context) => {
    context.onAbort(() => {});
    return context.withTimeout(500, (context) => context.sleep(100));
  });
}
