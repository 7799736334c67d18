import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type ProgressOptions, showProgress } from "../../src/cli/progress.ts";
import { openScreen, plainScreen, type Screen } from "../../src/cli/screen.ts";
import { FakeTerminal } from "../support/fake-terminal.ts";
import { statsOf } from "./stats-of.ts";

describe("showProgress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("changes the last lines of a terminal ten times a second, until it is disposed", async () => {
    const terminal = new FakeTerminal(80);
    const screen = await openScreen(terminal, {});
    const live = vi.spyOn(screen, "live");
    const progress = showProgress({ ...options(screen), run: run() });
    vi.advanceTimersByTime(1000);
    expect(terminal.lines).toEqual([
      `${"█".repeat(12)}${"░".repeat(18)}  40% · 40 of 100 pages`,
      "40 pages · 40.0/s · 7 queued · 2 in flight · 1 error · 1.23 MB · 1.0 s",
    ]);
    vi.advanceTimersByTime(100);
    expect(terminal.lines.slice(2)).toEqual([
      "busiest  b.test 9 · a.test 1",
      "slowest  a.test 500 ms · b.test 20 ms",
    ]);
    expect(live).toHaveBeenCalledTimes(11);
    progress[Symbol.dispose]();
    vi.advanceTimersByTime(1000);
    expect(live).toHaveBeenCalledTimes(11);
    expect(terminal.lines).toEqual([]);
  });

  it("tells now and then elsewhere", () => {
    const told: number[] = [];
    const { screen } = piped();
    using _ = showProgress({ ...options(screen), tell: ({ pages }) => told.push(pages) });
    vi.advanceTimersByTime(12_000);
    expect(told).toEqual([200, 400]);
  });

  it("tells the rate of late, not that of the whole crawl", () => {
    const rates: number[] = [];
    const tell = (_: unknown, perSecond: number): void => void rates.push(perSecond);
    using _ = showProgress({ ...options(piped().screen), run: run(stalled), tell });
    vi.advanceTimersByTime(20_000);
    expect(rates).toEqual([10, 10, 0, 0]);
  });
});

function options(screen: Screen): ProgressOptions {
  return { run: run(), screen, budget: { maxPages: 100 }, tell: () => {} };
}

/** A crawl that has fetched so many pages after so many milliseconds, 40 a second by default. */
function run(pagesAt = (ms: number): number => ms / 25): ProgressOptions["run"] {
  const began = Date.now();
  const host = { failures: 0, bytes: 0, maxMs: 500 };
  return {
    stats() {
      const elapsedMs = Date.now() - began;
      const pages = pagesAt(elapsedMs);
      const now = { pending: 7, inFlight: 2, errors: { dns: 1 }, bytes: 1_234_567 };
      return statsOf({ pages, elapsedMs, ...now });
    },
    hosts: () => [
      { ...host, host: "a.test", requests: 1, meanMs: 500 },
      { ...host, host: "b.test", requests: 9, meanMs: 20 },
    ],
  };
}

function piped(): { readonly screen: Screen } {
  return { screen: plainScreen(new FakeTerminal(80), (_, text) => text) };
}

/** Ten pages a second, and none any more after ten seconds. */
function stalled(ms: number): number {
  return Math.min(ms, 10_000) / 100;
}
