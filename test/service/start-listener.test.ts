import { describe, expect, it, vi } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { retry } from "../../src/layers/retry.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { onStart, startListener } from "../../src/service/start-listener.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("startListener", () => {
  it("is called as the call reaches the leaf, when its wait is over", async () => {
    const clock = new VirtualClock();
    const order: string[] = [];
    const stack = ServiceBuilder.for<string, string>()
      .layer(concurrencyLimit({ limit: 1 }))
      .service(async (request, context) => {
        order.push(`leaf ${request}`);
        await context.sleep(100);
        return request;
      });
    const listening = (request: string): Promise<string> =>
      stack.call(
        request,
        new Context({ clock }).with(startListener, () =>
          order.push(`${request} at ${clock.now()}`),
        ),
      );
    await clock.run(Promise.all([listening("a"), listening("b")]));
    expect(order).toEqual(["a at 0", "leaf a", "b at 100", "leaf b"]);
  });

  it("is called whenever the call reaches it, and not where it does not", async () => {
    const clock = new VirtualClock();
    const started = vi.fn<() => void>();
    const context = new Context({ clock }).with(startListener, started);
    const stack = ServiceBuilder.for<string, string>()
      .layer(retry({ limit: 1 }))
      .service(script([fail(), succeed("page")]));
    await clock.run(stack.call("/", context));
    expect(started).toHaveBeenCalledTimes(2);

    const aborted = new Context({ signal: AbortSignal.abort("stop") }).with(startListener, started);
    await expect(stack.call("/", aborted)).rejects.toBe("stop");
    expect(started).toHaveBeenCalledTimes(2);
  });

  it("is called when the innermost of nested stacks sends the call, and once", async () => {
    const clock = new VirtualClock();
    const texts = ServiceBuilder.for<string, string>();
    const inner = texts.layer(concurrencyLimit({ limit: 1 })).service(
      async (request, context) => {
        await context.sleep(100);
        return request;
      },
      { clock },
    );
    const outer = texts.service(inner, { clock });
    const started = vi.fn<() => void>();
    const first = outer.call("/");
    const second = outer.call("/", new Context({ clock }).with(startListener, started));
    expect(started).not.toHaveBeenCalled();
    await clock.run(first);
    expect(started).toHaveBeenCalledOnce();
    await clock.run(second);
    expect(started).toHaveBeenCalledOnce();
  });
});

describe("onStart", () => {
  it("tells of each start after those who listened before, and changes nothing else", async () => {
    const told: string[] = [];
    const context = new Context({ startBy: 5 });
    const both = onStart(
      onStart(context, () => told.push("outer")),
      () => told.push("inner"),
    );
    const stack = ServiceBuilder.for<string, string>().service(script([succeed("page")]));
    await stack.call("/", both);
    expect(told).toEqual(["outer", "inner"]);
    expect(both).toMatchObject({ callId: context.callId, startBy: 5 });
  });
});
