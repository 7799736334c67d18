import { describe, expect, it, vi } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Context } from "../../src/service/context.ts";
import { ClosedError, TimeoutError } from "../../src/service/errors.ts";
import { filter } from "../../src/service/filter.ts";
import { settle } from "../../src/service/outcome.ts";
import type { Handler } from "../../src/service/service.ts";
import type { Stack, StackOptions } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("Stack[Symbol.asyncDispose]", () => {
  it("refuses calls from then on, and names what it closed", async () => {
    const stack = ServiceBuilder.for<string, void>()
      .layer((inner) => inner)
      .layer(filter(() => true))
      .service(() => expect.unreachable());
    await stack[Symbol.asyncDispose]();
    const call = stack.call("/");
    await expect(call).rejects.toBeInstanceOf(ClosedError);
    await expect(call).rejects.toThrow("Cannot call [anonymous, filter]: the stack is closed");
  });

  it("waits for the calls under way", async () => {
    const clock = new VirtualClock();
    const stack = over(sleeper, { clock });
    const ends: string[] = [];
    const call = stack.call("/").then(() => ends.push("call"));
    const disposal = close(stack).then(() => ends.push("disposal"));
    await clock.run(Promise.all([call, disposal]));
    expect(ends).toEqual(["call", "disposal"]);
    expect([clock.now(), clock.pending]).toEqual([100, 0]);
  });

  it("waits for a leaf that goes on after its caller has given up", async () => {
    const clock = new VirtualClock();
    const stack = over(deaf, { clock });
    await expect(clock.run(stack.call("/", { timeoutMs: 10 }))).rejects.toThrow(TimeoutError);
    await clock.run(close(stack));
    expect(clock.now()).toBe(100);
  });

  it.each([
    [undefined, 10_000],
    [50, 50],
    [0, 0],
  ])("aborts what is still under way after a drainMs of %s", async (drainMs, endsAt) => {
    const clock = new VirtualClock();
    const hanging = over<string, void>(() => new Promise(() => {}), {
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
      async (_: string, context) => {
        const detached = context.detach();
        detached.onAbort((reason) => told.push(reason));
        await detached
          .withTimeout(1e9, (context) => context.sleep(1e6))
          .catch((error: unknown) => {
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
    await clock.run(close(stack));
    await clock.settle();
    expect(told).toEqual([expect.any(ClosedError), expect.any(ClosedError)]);
    expect(told[0]).toBe(told[1]);
    expect(clock.pending).toBe(0);
  });

  it("does not wait for detached work", async () => {
    const clock = new VirtualClock();
    let detached: Promise<unknown> = Promise.resolve();
    const stack = over(
      async (_: string, context) => {
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
    const leaf = {
      call: detachedUntil(() => stack[Symbol.asyncDispose]()),
      [Symbol.asyncDispose]: dispose,
    };
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
    await stack[Symbol.asyncDispose]();
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
      await clock.run(close(stack));
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

function over<Req, Res>(leaf: Handler<Req, Res>, options?: StackOptions): Stack<Req, Res> {
  return ServiceBuilder.for<Req, Res>().service(leaf, options);
}

function sleeper(_: string, context: Context): Promise<void> {
  return context.sleep(100);
}

/** A leaf that leaves work behind, which does something as it ends with the stack. */
function detachedUntil(end: () => unknown): Handler<string, void> {
  return async (_, context) => {
    context.detach().onAbort(end);
  };
}

/** A leaf that heeds no abort. */
function deaf(_: string, { clock }: Context): Promise<void> {
  return new Promise((resolve) => void clock.timer(resolve, 100));
}

async function close(stack: AsyncDisposable): Promise<void> {
  await stack[Symbol.asyncDispose]();
}
