import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type Clock, systemClock } from "../../src/service/clock.ts";
import { runChild } from "../support/child.ts";

describe("systemClock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("tells the time of the process", () => {
    const [start, wallStart] = [systemClock.now(), systemClock.wallMs()];
    expect(wallStart).toBe(Date.now());
    vi.advanceTimersByTime(10);
    expect(systemClock.now() - start).toBe(10);
    expect(systemClock.wallMs() - wallStart).toBe(10);
  });

  it("tells a time that never goes back, even where the wall clock does", () => {
    const start = systemClock.now();
    vi.setSystemTime(0);
    expect(systemClock.wallMs()).toBe(0);
    expect(systemClock.now()).toBeGreaterThanOrEqual(start);
  });

  it("runs a timer once, after as long as it was told, even beyond what Node can time", () => {
    const most = 2 ** 33;
    const durations = fc.oneof(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: 100 }));
    fc.assert(
      fc.property(durations, (ms) => {
        const fired = vi.fn<() => void>();
        systemClock.timer(fired, ms);
        vi.advanceTimersByTime(ms - 1);
        expect(fired).not.toHaveBeenCalled();
        vi.advanceTimersByTime(most);
        expect(fired).toHaveBeenCalledOnce();
      }),
    );
  });

  it("never runs a timer that is disposed, at whatever stage of its wait", () => {
    const instants = fc.integer({ min: 0, max: 2 ** 33 - 1 });
    fc.assert(
      fc.property(instants, fc.nat(2 ** 32), (atMs, moreMs) => {
        const timer = systemClock.timer(() => expect.unreachable(), atMs + moreMs + 1);
        vi.advanceTimersByTime(atMs);
        timer[Symbol.dispose]();
        timer[Symbol.dispose]();
        vi.advanceTimersByTime(2 ** 34);
        expect(vi.getTimerCount()).toBe(0);
      }),
    );
  });

  it("does not mind a dispose after the end", () => {
    const fired = vi.fn<() => void>();
    const timer = systemClock.timer(fired, 1);
    vi.advanceTimersByTime(1);
    timer[Symbol.dispose]();
    expect(fired).toHaveBeenCalledOnce();
  });

  it("runs nothing after Infinity, and keeps no timer for it", () => {
    systemClock.timer(() => expect.unreachable(), Infinity)[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([-1, -Infinity, Number.NaN])("refuses to wait %d ms", (ms) => {
    expect(() => systemClock.timer(() => {}, ms)).toThrow(RangeError);
    expect(() => systemClock.timer(() => {}, ms)).toThrow('Expected "ms"');
  });

  it("keeps a timer of its own for each of few whole lengths, none for longer than that", async () => {
    const clock = await newSystemClock();
    for (const ms of [5, 5, 7, 0.5, 7]) clock.timer(() => {}, ms)[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(5);
    expect(vi.getTimerCount()).toBe(1);
    for (let ms = 1; ms <= 1000; ms++) clock.timer(() => {}, ms)[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(16);
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
    clock.timer(() => {}, 5)[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(1);
  });

  it("lets the process end while only timers that are disposed, or never fire, are left", async () => {
    vi.useRealTimers();
    const { code, stdout } = await runChild(new URL("children/idle-timers.ts", import.meta.url));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "done" });
  });
});

/** One that has kept no timer yet, unlike the one that all test files share. */
async function newSystemClock(): Promise<Clock> {
  const path = "../../src/service/clock.ts?new";
  const { systemClock }: { systemClock: Clock } = await import(path);
  return systemClock;
}
