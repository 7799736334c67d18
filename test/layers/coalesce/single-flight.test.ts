import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { SingleFlight } from "../../../src/layers/coalesce/single-flight.ts";
import { Context } from "../../../src/service/context.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { startListener } from "../../../src/service/start-listener.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { neverHanging } from "../../support/never-hanging.ts";
import { flights } from "./flights.ts";

describe("SingleFlight", () => {
  it("makes one call of those with the same id at once, and tells who joins", async () => {
    const { share, calls, joined } = flights(async () => "page");
    expect(await Promise.all([share("a"), share("a"), share("b")])).toEqual([
      "page",
      "page",
      "page",
    ]);
    expect(calls).toHaveLength(2);
    expect(joined()).toBe(1);
    await share("a");
    expect(calls).toHaveLength(3);
  });

  it("lets nobody join a call that is closed, and gives those their outcome who have", async () => {
    const flights = new SingleFlight<number>();
    const context = new Context({ clock: new VirtualClock() });
    let calls = 0;
    const share = (): Promise<number> =>
      flights.share(
        "a",
        context,
        async () => ++calls,
        () => {},
      );
    const before = [share(), share()];
    flights.close("a");
    expect(await Promise.all([...before, share(), share()])).toEqual([1, 1, 2, 2]);
    flights.close("b");
  });

  it("gives all the same error", async () => {
    const down = new Error("down");
    const { share } = flights(() => Promise.reject(down));
    const ends = await Promise.all([settle(share("a")), settle(share("a"))]);
    expect(ends.map((end) => !end.ok && end.error)).toEqual([down, down]);
  });

  it("lets each leave by itself, and aborts the call when the last has left", async () => {
    const { share, calls } = flights(() => new Promise(() => {}));
    const [leader, follower] = [new AbortController(), new AbortController()];
    const first = settle(share("a", { signal: leader.signal }));
    const second = settle(share("a", { signal: follower.signal }));
    leader.abort("first");
    expect(await first).toEqual({ ok: false, error: "first" });
    expect(calls[0]?.aborted).toBe(false);
    follower.abort("second");
    expect(await second).toEqual({ ok: false, error: "second" });
    expect(calls[0]?.reason).toBe("second");
  });

  it("begins another call after one that everybody has left", async () => {
    const { share, calls } = flights(() => new Promise(() => {}));
    const controller = new AbortController();
    const left = settle(share("a", { signal: controller.signal }));
    controller.abort();
    void share("a");
    await left;
    expect(calls.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it("tells by a number whether a call, of any id, has ended since", async () => {
    const { share, landed } = flights(async () => "page");
    const seen = [landed()];
    const calls = [share("a"), share("a"), share("b")];
    seen.push(landed());
    await Promise.all(calls);
    seen.push(landed());
    await share("a");
    seen.push(landed());
    expect(seen).toEqual([0, 0, 2, 3]);
  });

  it("begins nothing for a call that is aborted", async () => {
    const { share, calls } = flights(async () => "page");
    await expect(share("a", { signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
    expect(calls).toEqual([]);
  });

  it("keeps the values of who began it and his patience, but not his deadline", () => {
    const { share, calls } = flights(() => new Promise(() => {}));
    void share("a", { startBy: 5, deadline: 9 });
    void share("b", { startBy: 9, deadline: 5 });
    expect(calls.map(({ startBy, deadline }) => [startBy, deadline])).toEqual([
      [5, Infinity],
      [5, Infinity],
    ]);
  });

  it("asks again for those with more patience than the one that was refused", async () => {
    const { share, calls } = flights(async (context) => {
      await Promise.resolve();
      if (context.startBy < 10) throw new NotNowError("busy", { retryAt: 10 });
      return "page";
    });
    const hasty = settle(share("a", { startBy: 5 }));
    const equal = settle(share("a", { startBy: 5 }));
    const patient = [share("a", { startBy: 10 }), share("a")];
    const refused = { ok: false, error: expect.objectContaining({ retryAt: 10 }) };
    expect(await Promise.all([hasty, equal])).toEqual([refused, refused]);
    expect(await Promise.all(patient)).toEqual(["page", "page"]);
    expect(calls.map(({ startBy }) => startBy)).toEqual([5, 10]);
  });

  it("lets one with less patience leave at its startBy, and tells it when the call is over", async () => {
    const clock = new VirtualClock();
    const { share } = flights(async (context) => {
      await context.sleep(100);
      return "page";
    });
    clock.advance(5);
    const patient = share("a", { clock });
    const now = await settle(share("a", { clock, startBy: 5 }));
    const soon = settle(share("a", { clock, startBy: 15 }));
    expect(await clock.run(soon)).toMatchObject({ error: { code: "not_now" } });
    expect(clock.now()).toBe(15);
    const ready = !now.ok && now.error instanceof NotNowError && now.error.ready;
    await clock.run(Promise.resolve(ready));
    expect(clock.now()).toBe(105);
    expect(await patient).toBe("page");
  });

  it("tells at once that a call is over which everybody has left", async () => {
    const { share } = flights(() => new Promise(() => {}));
    const controller = new AbortController();
    const left = settle(share("a", { signal: controller.signal }));
    const refused = await settle(share("a", { startBy: 0 }));
    controller.abort();
    await left;
    const error = refused.ok ? undefined : refused.error;
    await expect(error instanceof NotNowError && error.ready).resolves.toBeUndefined();
  });

  it("never has two calls of an id that somebody waits for, and serves all who stay", () =>
    race((seen) => {
      expect(seen.most).toBeLessThanOrEqual(1);
      expect(seen.wrong).toEqual([]);
    }));

  it("leaves no timer and no hook, whatever ends or aborts first", () =>
    race((seen) => expect(seen.residue).toBe(0)));
});

interface Seen {
  /** The most calls that were under way at once with nobody having left them. */
  readonly most: number;
  /** Callers that ended otherwise than their fate says. */
  readonly wrong: readonly number[];
  readonly residue: number;
}

/** Lets calls come, end, abort and run out of patience in any order, and checks what was seen. */
async function race(check: (seen: Seen) => void): Promise<void> {
  const fate = fc.constantFrom("stays", "aborts", "hastes");
  const fates = fc.array(fate, { minLength: 2, maxLength: 8, size: "max" });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fates,
      neverHanging(async (s, fates) => {
        const clock = new VirtualClock();
        const flight = new SingleFlight<string>();
        let open = 0;
        let most = 0;
        let started = false;
        const boarded = new Set<number>(); // hasty ones that came after the start
        const work = async (context: Context): Promise<string> => {
          most = Math.max(most, ++open);
          let counted = true;
          const close = (): void => {
            if (!counted) return;
            open--;
            started = false;
            counted = false;
          };
          const hook = context.onAbort(close);
          try {
            await s.schedule(Promise.resolve(), "asks");
            if (context.startBy < Infinity) throw new NotNowError("busy");
            context.throwIfAborted();
            context.get(startListener)?.();
            started = true;
            await s.schedule(Promise.resolve(), "answers");
            return "page";
          } finally {
            hook[Symbol.dispose]();
            close();
          }
        };

        const signals = fates.map(() => new AbortController());
        const calls = fates.map(async (fate, n) => {
          await s.schedule(Promise.resolve(), `comes ${n}`);
          const startBy = fate === "hastes" ? 0 : Infinity;
          const { signal } = signals[n] ?? {};
          if (started && startBy === 0) boarded.add(n);
          return flight.share("a", new Context({ clock, signal, startBy }), work, () => {});
        });
        fates.forEach((fate, n) => {
          if (fate !== "aborts") return;
          void s.schedule(Promise.resolve(), `aborts ${n}`).then(() => signals[n]?.abort("stop"));
        });
        const ends = await s.waitFor(Promise.all(calls.map((call) => settle(call))));

        const isRight = (fate: string | undefined, n: number): boolean => {
          const end = ends[n];
          if (end?.ok) return fate !== "hastes" || boarded.has(n);
          if (boarded.has(n)) return false;
          if (fate === "hastes") return end?.error instanceof NotNowError;
          return fate === "aborts" && end?.error === "stop";
        };
        const wrong = fates.flatMap((fate, n) => (isRight(fate, n) ? [] : [n]));
        const hooks = signals.flatMap(({ signal }) => getEventListeners(signal, "abort"));
        check({ most, wrong, residue: clock.pending + hooks.length });
      }),
    ),
  );
}
