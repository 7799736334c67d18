import { describe, expect, it, vi } from "vitest";

import { PacedLine } from "../../../src/layers/rate-limit/paced-line.ts";
import type { Clock } from "../../../src/service/clock.ts";
import { Context } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("PacedLine", () => {
  it("lets each call in when its turn has come, with one timer for the first", async () => {
    const clock = new VirtualClock();
    const { line, come, entered } = lineOf(clock);
    const calls = [come(), come(), come()];
    expect(line.length).toBe(3);
    expect(clock.pending).toBe(1);
    await clock.run(Promise.all(calls));
    expect(entered).toEqual([100, 200, 300]);
    expect(clock.pending).toBe(0);
  });

  it("waits for the rest where a timer was early", async () => {
    const virtual = new VirtualClock();
    const clock: Clock = {
      now: () => virtual.now(),
      wallMs: () => virtual.wallMs(),
      timer: (fn, ms) => virtual.timer(fn, ms > 1 ? ms - 0.75 : ms),
    };
    const { come, entered } = lineOf(clock);
    await virtual.run(come());
    expect(entered).toEqual([100]);
  });

  it("sets no new timer as long as the turn stands, whoever comes or goes", async () => {
    const clock = new VirtualClock();
    const timer = vi.spyOn(clock, "timer");
    const { line, come } = lineOf(clock);
    const controller = new AbortController();
    void come();
    void come();
    const leaving = come(controller.signal);
    controller.abort("stop");
    await expect(leaving).rejects.toBe("stop");
    line.admit();
    expect(timer).toHaveBeenCalledTimes(1);
  });

  it("lets in at once, when told to, all whose turn has come", () => {
    const clock = new VirtualClock();
    const { line, come, entered, pace } = lineOf(clock);
    void come();
    void come();
    void come();
    pace.turn = 0;
    pace.delay = 0;
    line.admit();
    expect(entered).toEqual([0, 0, 0]);
    expect(clock.pending).toBe(0);
  });

  it("waits for a turn that has moved, and for none when nobody is left", async () => {
    const clock = new VirtualClock();
    const { line, come, entered, pace } = lineOf(clock);
    const controller = new AbortController();
    const first = come(controller.signal);
    pace.turn = 50;
    line.update();
    clock.advance(49);
    controller.abort("stop");
    await expect(first).rejects.toBe("stop");
    expect(clock.pending).toBe(0);
    await clock.run(come());
    expect(entered).toEqual([50]);
  });
});

/** A line that lets in one call every 100 ms, unless its pace is changed. */
function lineOf(clock: Clock) {
  const pace = { turn: 100, delay: 100 };
  const entered: number[] = [];
  const line = new PacedLine(() => pace.turn);
  const enter = async (): Promise<void> => {
    entered.push(clock.now());
    pace.turn += pace.delay;
  };
  const come = (signal?: AbortSignal): Promise<void> =>
    line.join(new Context({ clock, signal }), enter, () => new Error("refused"));
  return { line, pace, entered, come };
}
