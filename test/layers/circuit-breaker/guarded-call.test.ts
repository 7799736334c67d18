import { getEventListeners } from "node:events";

import { describe, expect, it, vi } from "vitest";

import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { timeout } from "../../../src/layers/timeout.ts";
import { Context } from "../../../src/service/context.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import { service } from "../../../src/service/service.ts";
import { startListener } from "../../../src/service/start-listener.ts";
import { uncaughtDuring } from "../../support/uncaught.ts";
import { refusalOf, refused, setUp, type Strings } from "./set-up.ts";

describe("a circuitBreaker, of a call that was let through,", () => {
  it("takes for neither failure nor success an abort, and frees the place of a probe at once, heeded or not", async () => {
    const { clock, stack, sent } = setUp();
    const aborted = async (request: string): Promise<void> => {
      const controller = new AbortController();
      const call = stack.call(request, { signal: controller.signal });
      await clock.settle();
      controller.abort("stop");
      await expect(call).rejects.toBe("stop");
    };
    for (let n = 0; n < 9; n++) await aborted("slow");
    for (let n = 0; n < 2; n++) await settle(stack.call("bad"));
    await aborted("slow");
    expect(await refusalOf(stack.call("bad"))).toBeUndefined();
    expect(await refusalOf(stack.call("good"))).toBeDefined();
    clock.advance(1000);
    for (const request of ["silent", "slow"]) await aborted(request);
    expect(await stack.call("good")).toBe("good");
    expect(sent.slice(-3)).toEqual(["silent", "slow", "good"]);
  });

  it("takes for neither a refusal from within", async () => {
    const { clock, stack, open } = setUp();
    for (let n = 0; n < 9; n++) await settle(stack.call("refused"));
    expect(await stack.call("good")).toBe("good");
    await open();
    clock.advance(1000);
    for (let n = 0; n < 2; n++) await expect(stack.call("refused")).rejects.toBe(refused);
    expect(await refusalOf(stack.call("bad"))).toBeUndefined();
    expect(await refusalOf(stack.call("good"))).toMatchObject({ retryAt: 3000 });
  });

  it.each([
    ["above", [], [timeout(10)]],
    ["below", [timeout(10)], []],
  ] satisfies (readonly [string, readonly Strings[], readonly Strings[]])[])(
    "takes for neither a timeout set %s it that ends the wait in a queue, but for a failure one that comes later",
    async (_, below, above) => {
      const { clock, stack } = setUp(
        {},
        { above, below: [...below, concurrencyLimit({ limit: 1 })] },
      );
      void settle(stack.call("silent")); // times out, and stays where it is
      const waits = Array.from({ length: 9 }, () => settle(stack.call("good")));
      await clock.run(Promise.all(waits));
      expect(await refusalOf(clock.run(settle(stack.call("good"))))).toBeUndefined();

      const direct = setUp({}, { above, below });
      for (let n = 0; n < 3; n++) await direct.clock.run(settle(direct.stack.call("silent")));
      expect(await refusalOf(direct.stack.call("good"))).toBeDefined();
    },
  );

  it("counts once a timeout that the leaf heeds", async () => {
    const { clock, stack } = setUp({}, { above: [timeout(10)] });
    for (let n = 0; n < 2; n++) await clock.run(settle(stack.call("slow")));
    expect(await stack.call("good")).toBe("good");
  });

  it("leaves no hook on a context that lives on", async () => {
    const { signal } = new AbortController();
    const context = new Context({ signal, deadline: 1e6 });
    const guarded = circuitBreaker<string, string>()(service(async (request) => request));
    expect(await guarded.call("good", context)).toBe("good");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("takes for neither what the predicate has no opinion of", async () => {
    const { stack, open } = setUp({ isFailure: () => undefined });
    await open();
    expect(await stack.call("good")).toBe("good");
  });

  it("takes for a failure what the predicate says, of the request too", async () => {
    const { stack } = setUp({
      isFailure: ({ ok }: Outcome<string>, request: string) => ok && request === "good",
    });
    for (let n = 0; n < 3; n++) await settle(stack.call("bad"));
    for (let n = 0; n < 3; n++) expect(await stack.call("good")).toBe("good");
    expect(await refusalOf(stack.call("good"))).toBeDefined();
  });

  it("reports as uncaught what the predicate throws, and loses no place by it", async () => {
    const mistake = new TypeError("x is not a function");
    let isWrong = false;
    const isFailure = ({ ok }: Outcome<string>): boolean => {
      if (isWrong) throw mistake;
      return !ok;
    };
    const { clock, stack } = await setUp({ isFailure }).opened();
    clock.advance(1000);
    isWrong = true;
    expect(await uncaughtDuring(() => stack.call("good"))).toEqual([mistake]);
    isWrong = false;
    expect(await stack.call("good")).toBe("good");
  });

  it("lets whoever listened outside still hear that the call has started", async () => {
    const { clock, stack } = setUp();
    const started = vi.fn<() => void>();
    await stack.call("good", new Context({ clock }).with(startListener, started));
    expect(started).toHaveBeenCalledOnce();
  });
});
