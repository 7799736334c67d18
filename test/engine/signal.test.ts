import { describe, expect, it } from "vitest";

import { Signal } from "../../src/engine/signal.ts";

describe("Signal", () => {
  it("wakes all who wait, or those that have waited longest", async () => {
    const woken: number[] = [];
    const signal = new Signal();
    for (const n of [1, 2, 3, 4]) void signal.wait().then(() => woken.push(n));
    signal.wake(1);
    await Promise.resolve();
    expect(woken).toEqual([1]);
    signal.wake(2);
    await Promise.resolve();
    expect(woken).toEqual([1, 2, 3]);
    signal.wake();
    await Promise.resolve();
    expect(woken).toEqual([1, 2, 3, 4]);
  });

  it("forgets a change that nobody waits for", async () => {
    const woken: string[] = [];
    const signal = new Signal();
    signal.wake();
    void signal.wait().then(() => woken.push("early"));
    await Promise.resolve();
    expect(woken).toEqual([]);
  });
});
