import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { showProgress } from "../../src/cli/progress.ts";
import type { Screen } from "../../src/cli/screen.ts";
import { statsOf } from "./stats-of.ts";

describe("showProgress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("changes the last line of a terminal ten times a second, until it is disposed", () => {
    const shown: string[] = [];
    const progress = showProgress(
      run(),
      screen({ isTerminal: true, live: (text) => shown.push(text) }),
    );
    vi.advanceTimersByTime(1000);
    progress[Symbol.dispose]();
    vi.advanceTimersByTime(1000);
    expect(shown).toHaveLength(10);
    expect(shown.at(-1)).toBe("40 pages · 40.0/s · 7 queued · 1 error · 1.23 MB · 1.0 s");
  });

  it("prints a line now and then elsewhere", () => {
    const shown: string[] = [];
    using _ = showProgress(run(), screen({ line: (text) => shown.push(text) }));
    vi.advanceTimersByTime(12_000);
    expect(shown).toHaveLength(2);
  });

  it("tells the rate of late, not that of the whole crawl", () => {
    const shown: string[] = [];
    using _ = showProgress(run(stalled), screen({ line: (text) => shown.push(text) }));
    vi.advanceTimersByTime(20_000);
    const rates = shown.map((line) => line.split(" · ")[1]);
    expect(rates).toEqual(["10.0/s", "10.0/s", "0.0/s", "0.0/s"]);
  });
});

/** A crawl that has fetched so many pages after so many milliseconds, 40 a second by default. */
function run(pagesAt = (ms: number): number => ms / 25): Parameters<typeof showProgress>[0] {
  const began = Date.now();
  return {
    stats() {
      const elapsedMs = Date.now() - began;
      const pages = pagesAt(elapsedMs);
      return statsOf({ pages, elapsedMs, pending: 7, errors: { dns: 1 }, bytes: 1_234_567 });
    },
  };
}

function screen(parts: Partial<Screen>): Screen {
  return { isTerminal: false, line() {}, live() {}, clear() {}, ...parts };
}

/** Ten pages a second, and none any more after ten seconds. */
function stalled(ms: number): number {
  return Math.min(ms, 10_000) / 100;
}
