import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { heapUsed } from "../html/support/heap.ts";
import { untyped } from "../support/untyped.ts";

describe("VirtualClock", () => {
  it("stands still until it is moved", async () => {
    const clock = new VirtualClock({ wallMs: 1_000_000 });
    await clock.settle();
    expect([clock.now(), clock.wallMs()]).toEqual([0, 1_000_000]);
    clock.advance(5);
    expect([clock.now(), clock.wallMs()]).toEqual([5, 1_000_005]);
    expect(new VirtualClock().wallMs()).toBe(0);
  });

  it("fires timers in the order they are due, then in the order they were set, at their instant", () => {
    const waits = fc.array(fc.record({ ms: fc.nat(5), kept: fc.boolean() }), {
      size: "max",
      maxLength: 150,
    });
    const moves = fc.array(fc.nat(3), { maxLength: 5 });
    fc.assert(
      fc.property(waits, moves, (waits, moves) => {
        const clock = new VirtualClock();
        const fired: unknown[] = [];
        waits.forEach(({ ms, kept }, n) => {
          const timer = clock.timer(() => fired.push({ n, at: clock.now() }), ms);
          if (!kept) timer[Symbol.dispose]();
        });
        for (const ms of [0, ...moves]) clock.advance(ms);

        const due = waits
          .map(({ ms, kept }, n) => ({ n, at: ms, kept }))
          .filter(({ kept }) => kept)
          .toSorted((a, b) => a.at - b.at);
        const byNow = due.filter(({ at }) => at <= clock.now());
        expect(fired).toEqual(byNow.map(({ n, at }) => ({ n, at })));
        expect(clock.pending).toBe(due.length - byNow.length);
        expect(clock.now()).toBe(moves.reduce((sum, ms) => sum + ms, 0));
      }),
    );
  });

  it("fires a timer that a timer sets, if it is due by then", () => {
    const clock = new VirtualClock();
    const fired: number[] = [];
    const again = (): void => {
      fired.push(clock.now());
      clock.timer(again, 2);
    };
    clock.timer(again, 1);
    clock.advance(6);
    expect(fired).toEqual([1, 3, 5]);
    expect([clock.now(), clock.pending]).toEqual([6, 1]);
  });

  it("tells when the next timer is due that is still to fire", () => {
    const clock = new VirtualClock();
    expect(clock.nextDue).toBe(Infinity);
    const first = clock.timer(() => {}, 3);
    clock.timer(() => {}, 5);
    clock.advance(1);
    expect(clock.nextDue).toBe(3);
    first[Symbol.dispose]();
    expect(clock.nextDue).toBe(5);
    clock.advance(4);
    expect(clock.nextDue).toBe(Infinity);
  });

  it("may be moved by a timer", () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    clock.timer(() => clock.advance(10), 1);
    clock.timer(() => fired.push(`second at ${clock.now()}`), 5);
    clock.advance(2);
    expect(fired).toEqual(["second at 5"]);
    expect(clock.now()).toBe(11);
  });

  it("keeps a timer from firing once it is disposed, by another timer too", () => {
    const clock = new VirtualClock();
    clock.timer(() => late[Symbol.dispose](), 1);
    const late = clock.timer(() => expect.unreachable(), 1);
    clock.advance(1);
    late[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });

  it("never fires a timer after Infinity, and has none of it pending", () => {
    const clock = new VirtualClock();
    const timer = clock.timer(() => expect.unreachable(), Infinity);
    expect(clock.pending).toBe(0);
    clock.advance(Number.MAX_VALUE);
    timer[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });

  it("lets go of timers that are disposed before they are due", async () => {
    const clock = new VirtualClock();
    const before = await heapUsed();
    for (let n = 0; n < 200_000; n++) clock.timer(() => n, 30_000)[Symbol.dispose]();
    expect((await heapUsed()) - before).toBeLessThan(2_000_000);
    expect(clock.nextDue).toBe(Infinity);
  });

  it.each([
    [{ wallMs: Number.NaN }, 'Expected "wallMs" to be a finite number: got NaN'],
    [{ wallMs: untyped("now") }, 'Expected "wallMs" to be a finite number: got "now"'],
    [untyped(null), "Expected the options of VirtualClock to be an object: got null"],
    [untyped({ wall: 1 }), 'Expected options of VirtualClock, wallMs: got "wall"'],
  ])("refuses the options %o", (options, message) => {
    expect(() => new VirtualClock(options)).toThrow(message);
  });

  it.each([-1, Number.NaN])("refuses to wait or to move %d ms", (ms) => {
    const clock = new VirtualClock();
    const message = `Expected "ms" to be a number of milliseconds >= 0: got ${ms}`;
    expect(() => clock.timer(() => {}, ms)).toThrow(new RangeError(message));
    expect(() => clock.advance(ms)).toThrow(new RangeError(message));
    expect(clock.now()).toBe(0);
  });
});

describe("VirtualClock.settle", () => {
  it("lets everything happen that does not wait for time", async () => {
    const clock = new VirtualClock();
    let turns = 0;
    const turn = async (): Promise<void> => {
      while (turns < 1000) await Promise.resolve(turns++);
    };
    void turn();
    await clock.settle();
    expect(turns).toBe(1000);
    expect(clock.now()).toBe(0);
  });
});

describe("VirtualClock.run", () => {
  it("moves time until the call has ended, and no further", async () => {
    const clock = new VirtualClock();
    clock.timer(() => expect.unreachable(), 3_600_001);
    const call = new Promise((resolve) => {
      clock.timer(() => void clock.timer(() => resolve("page"), 1_800_000), 1_800_000);
    });
    expect(await clock.run(call)).toBe("page");
    expect(clock.now()).toBe(3_600_000);
  });

  it("moves no time for a call that needs none", async () => {
    const clock = new VirtualClock();
    clock.timer(() => expect.unreachable(), 1);
    expect(await clock.run(Promise.resolve("page"))).toBe("page");
  });

  it("rejects as the call does", async () => {
    const error = new Error("down");
    await expect(new VirtualClock().run(Promise.reject(error))).rejects.toBe(error);
  });

  it("rejects where the call waits for something that is not time", async () => {
    const run = new VirtualClock().run(new Promise(() => {}));
    await expect(run).rejects.toThrow("The call waits for something that is not time");
  });
});
