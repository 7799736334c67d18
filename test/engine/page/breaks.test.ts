import { describe, expect, it } from "vitest";

import { Breaks } from "../../../src/engine/page/breaks.ts";
import { Context } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("Breaks", () => {
  it("makes everybody wait for a timer now and then, and only then", async () => {
    const clock = new VirtualClock();
    const breaks = new Breaks(new Context({ clock }));
    const free = steps(breaks);
    expect(free).toBeGreaterThan(100);
    const pause = breaks.step();
    expect(pause).toBeInstanceOf(Promise);
    expect(clock.pending).toBe(1);
    await clock.run(pause ?? Promise.reject(new Error("no pause")));
    expect(steps(breaks)).toBe(free);
  });

  it("holds nobody up any more when the crawl aborts", async () => {
    const clock = new VirtualClock();
    const scope = new Context({ clock }).scope();
    const breaks = new Breaks(scope.context);
    steps(breaks);
    scope.abort("stop");
    await breaks.step();
    expect(clock.pending).toBe(0);
  });
});

/** Steps up to the next break. */
function steps(breaks: Breaks): number {
  let count = 0;
  while (!breaks.step()) count++;
  return count;
}
