import { describe, expect, it } from "vitest";

import { concurrencyLimit, OverloadedError } from "../../src/layers/concurrency-limit.ts";
import { loadShed } from "../../src/layers/load-shed.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("loadShed", () => {
  it("refuses at once what would have to wait, and passes what would not", async () => {
    const clock = new VirtualClock();
    const stack = ServiceBuilder.for<number, number>()
      .layer(loadShed())
      .layer(concurrencyLimit({ limit: 1 }))
      .service(
        async (n, context) => {
          await context.sleep(100);
          return n;
        },
        { clock },
      );
    const first = stack.call(1);
    await expect(stack.call(2)).rejects.toThrow(OverloadedError);
    expect(await clock.run(first)).toBe(1);
    expect(await clock.run(stack.call(3))).toBe(3);
  });
});
