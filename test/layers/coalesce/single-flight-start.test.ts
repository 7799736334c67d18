import { describe, expect, it } from "vitest";

import { Context } from "../../../src/service/context.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { startListener } from "../../../src/service/start-listener.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { flights } from "./flights.ts";

describe("SingleFlight, as its call starts", () => {
  it("takes whoever cannot wait into a call that has started, and tells when that has", async () => {
    const clock = new VirtualClock();
    const { share } = flights(startsAt(10));
    const first = share("a", { clock });
    const refused = await settle(share("a", { clock, startBy: 0 }));
    const ready = !refused.ok && refused.error instanceof NotNowError && refused.error.ready;
    await clock.run(Promise.resolve(ready));
    expect(clock.now()).toBe(10);
    const hasty = share("a", { clock, startBy: 0 });
    expect(await clock.run(Promise.all([first, hasty]))).toEqual(["page 1", "page 1"]);
  });

  it("keeps whoever waits for a call that starts by its startBy, even in that instant", async () => {
    const clock = new VirtualClock();
    const { share } = flights(startsAt(10));
    const calls = [Infinity, 9, 10, 11].map((startBy) => settle(share("a", { clock, startBy })));
    const ends = await clock.run(Promise.all(calls));
    expect(ends.map(({ ok }) => ok)).toEqual([true, false, true, true]);
    expect(clock.pending).toBe(0);
  });

  it("tells all who wait, and each who joins later, that the call has started, and nobody else", async () => {
    const clock = new VirtualClock();
    const told: string[] = [];
    const { share } = flights(startsAt(10));
    const { signal } = new AbortController();
    const call = (name: string, signal?: AbortSignal, startBy = Infinity): Promise<unknown> => {
      const context = new Context({ clock, signal, startBy });
      return settle(
        share(
          "a",
          context.with(startListener, () => told.push(name)),
        ),
      );
    };
    const calls = [call("first"), call("second"), call("refused", signal, 0)];
    const gone = new AbortController();
    calls.push(call("gone", gone.signal));
    gone.abort();
    clock.advance(5);
    await clock.settle();
    clock.advance(4);
    expect(told).toEqual([]);
    clock.advance(1);
    await clock.settle();
    expect(told).toEqual(["first", "second"]);
    calls.push(call("late"));
    expect(told).toEqual(["first", "second", "late"]);
    await clock.run(Promise.all(calls));
  });

  it("tells again where the call starts again, and nobody who has his outcome", async () => {
    const told: number[] = [];
    const { share, calls } = flights(async (context) => {
      context.get(startListener)?.();
      await Promise.resolve();
      context.get(startListener)?.();
      return "page";
    });
    const context = new Context().with(startListener, () => told.push(1));
    await share("a", context);
    expect(told).toEqual([1, 1]);
    calls[0]?.get(startListener)?.();
    expect(told).toEqual([1, 1]);
  });

  it("fails nobody but the one whose listener throws", async () => {
    const clock = new VirtualClock();
    const { share } = flights(startsAt(10));
    const context = new Context({ clock }).with(startListener, () => {
      throw new Error("listener");
    });
    const ends = ["a", "b", "b"].map((id, n) => settle(share(id, n < 2 ? context : { clock })));
    expect(await clock.run(Promise.all(ends))).toEqual([
      { ok: false, error: new Error("listener") },
      { ok: false, error: new Error("listener") },
      { ok: true, value: "page 2" },
    ]);
  });
});

/** Work that numbers what it answers with, after it waited to start and then as long again. */
function startsAt(ms: number): (context: Context) => Promise<string> {
  let calls = 0;
  return async (context) => {
    const call = ++calls;
    await context.sleep(ms / 2); // so that the timer of whoever waits is older
    await new Promise<void>((resolve) => {
      context.clock.timer(() => resolve(context.get(startListener)?.()), ms / 2);
    });
    await context.sleep(ms);
    return `page ${call}`;
  };
}
