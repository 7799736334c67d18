import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { Context } from "../../src/service/context.ts";
import { type Outcome, settle, unwrap } from "../../src/service/outcome.ts";
import type { Scope } from "../../src/service/scope.ts";
import type { Handler } from "../../src/service/service.ts";
import { untilAborted } from "../../src/service/until-aborted.ts";
import { fail, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const outcomes: Outcome<string>[] = [succeed("page"), fail("down")];

describe("untilAborted", () => {
  it.each(outcomes)("passes on what ends before an abort: %j", async (outcome) => {
    const run = start();
    run.end(outcome);
    expect(await settle(run.promise)).toEqual(outcome);
    expect(run.left()).toEqual({ timers: 0, ended: 1 });
    run.scope.abort("late");
    expect(run.told).toEqual([]);
  });

  it.each(outcomes)("rejects at an abort, although the work goes on to %j", async (outcome) => {
    const run = start();
    run.scope.abort("stop");
    await expect(run.promise).rejects.toBe("stop");
    expect(run.told).toEqual(["stop"]);
    expect(run.left()).toEqual({ timers: 0, ended: 0 });
    run.end(outcome);
    await run.promise.catch(() => {});
    expect(run.left()).toEqual({ timers: 0, ended: 1 });
  });

  it("aborts after the time it is given, for a TimeoutError, unless it has ended by then", async () => {
    const [late, inTime] = [start(), start()];
    inTime.end(succeed("page"));
    expect(await inTime.promise).toBe("page");
    for (const { clock } of [late, inTime]) clock.advance(100);
    await expect(late.promise).rejects.toMatchObject({ code: "timeout", timeoutMs: 100 });
    expect(late.told).toEqual([late.scope.context.reason]);
    expect(inTime.scope.context.aborted).toBe(false);
  });

  it("rejects where the clock throws, and lets go of all", async () => {
    const error = new Error("broken clock");
    const clock = new VirtualClock();
    vi.spyOn(clock, "timer").mockImplementation(() => {
      throw error;
    });
    const ended = vi.fn<() => void>();
    const work = vi.fn<() => Promise<string>>(async () => "page");
    const call = untilAborted(new Context({ clock }).scopeFor(100), { call: work }, "/", ended);
    await expect(call).rejects.toBe(error);
    expect(work).not.toHaveBeenCalled();
    expect(ended).toHaveBeenCalledOnce();
  });

  it("keeps calls apart, many at once and one after the other, whatever each does", async () => {
    const fates = fc.record({ outcome: fc.constantFrom(...outcomes), aborts: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fates), fc.scheduler(), async (fates, s) => {
        const calls = fates.map(async ({ outcome, aborts }, n) => {
          await s.schedule(Promise.resolve(), "start");
          const run = start();
          const answer = settle(run.promise);
          await s.schedule(Promise.resolve(), "end");
          if (aborts) run.scope.abort(n);
          await s.schedule(Promise.resolve(), "late end");
          run.end(outcome);
          expect(await answer).toEqual(aborts ? { ok: false, error: n } : outcome);
          expect(run.told).toEqual(aborts ? [n] : []);
          await s.schedule(Promise.resolve(), "look");
          expect(run.left()).toEqual({ timers: 0, ended: 1 });
        });
        await s.waitFor(Promise.all(calls));
      }),
    );
  });

  it("answers each call by its own work, although other work ends twice", async () => {
    const twice: (() => void)[] = [];
    const strange = Object.assign(Promise.resolve("page"), {
      // oxlint-disable-next-line unicorn/no-thenable -- as this is about one that is strange
      then(succeed: (value: string) => void) {
        twice.push(() => succeed("again"));
        succeed("page");
      },
    });
    const scope = new Context().scope();
    expect(await untilAborted(scope, { call: () => strange }, "/")).toBe("page");
    const other = start();
    for (const again of twice) again();
    other.end(succeed("other"));
    expect(await other.promise).toBe("other");
  });

  it("rejects where the work throws, and lets go of all", async () => {
    const error = new Error("broken work");
    const run = start(() => {
      throw error;
    });
    await expect(run.promise).rejects.toBe(error);
    expect(run.left()).toEqual({ timers: 0, ended: 1 });
  });

  it("does not begin what is aborted already, and lets go of all", async () => {
    const work = vi.fn<() => Promise<string>>(async () => "page");
    const run = start(work, AbortSignal.abort("stop"));
    await expect(run.promise).rejects.toBe("stop");
    expect(work).not.toHaveBeenCalled();
    expect(run.left()).toEqual({ timers: 0, ended: 1 });
  });

  it("rejects where the work aborts its own scope before it ends", async () => {
    const scope = new Context().scope();
    const work = async (): Promise<string> => {
      scope.abort("stop");
      return "page";
    };
    await expect(untilAborted(scope, { call: work }, "/")).rejects.toBe("stop");
  });

  it("answers with a promise of its own", () => {
    const work = Promise.resolve("page");
    expect(untilAborted(new Context().scope(), { call: () => work }, "/")).not.toBe(work);
  });
});

interface Run {
  readonly promise: Promise<string>;
  readonly clock: VirtualClock;
  readonly scope: Scope;
  /** What a hook of the work was told. */
  readonly told: unknown[];
  end(outcome: Outcome<string>): void;
  left(): { readonly timers: number; readonly ended: number };
}

/** Starts work that ends when told to, or the work given. */
function start(work?: Handler<string, string>, signal?: AbortSignal): Run {
  const told: unknown[] = [];
  let end: Run["end"] | undefined;
  const outcome = new Promise<Outcome<string>>((resolve) => (end = resolve));
  const waiting: Handler<string, string> = async (_, context) => {
    context.onAbort((reason) => told.push(reason));
    return unwrap(await outcome);
  };
  const ended = vi.fn<() => void>();
  const clock = new VirtualClock();
  const scope = new Context({ clock, signal }).scopeFor(100);
  return {
    promise: untilAborted(scope, { call: work ?? waiting }, "/", ended),
    clock,
    scope,
    told,
    end: (outcome) => end?.(outcome),
    left: () => ({ timers: clock.pending, ended: ended.mock.calls.length }),
  };
}
