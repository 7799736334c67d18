import { describe, expect, it } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { readyTimeout } from "../../src/layers/ready-timeout.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { settle } from "../../src/service/outcome.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("readyTimeout", () => {
  it("ends a wait for admission when the time is up, but not a call that has started", async () => {
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<number, number>()
      .layer(readyTimeout(50))
      .layer(concurrencyLimit({ limit: 1 }))
      .service(
        async (ms, context) => {
          await context.sleep(ms);
          return clock.now();
        },
        { clock },
      );
    const calls = Promise.all([40, 100, 1].map((ms) => settle(stack.call(ms))));
    const [first, second, third] = await clock.run(calls);
    expect(first).toEqual({ ok: true, value: 40 });
    expect(second).toEqual({ ok: true, value: 140 });
    expect(third).toMatchObject({ error: { code: "overloaded" } });
  });

  it("never makes a call more patient", async () => {
    const clock = new VirtualClock();
    const startBys: number[] = [];
    const stack = ServiceBuilder.for<string, void>()
      .layer(readyTimeout(50))
      .service(async (_, { startBy }) => void startBys.push(startBy), { clock });
    clock.advance(5);
    await stack.call("/");
    await stack.call("/", new Context({ clock, startBy: 20 }));
    expect(startBys).toEqual([55, 20]);
  });

  it.each([-1, Number.NaN])("refuses %d ms", (ms) => {
    expect(() => readyTimeout(ms)).toThrow('Expected "ms"');
  });
});
