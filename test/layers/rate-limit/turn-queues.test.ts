import { describe, expect, it } from "vitest";

import { Grains } from "../../../src/layers/rate-limit/token-bucket.ts";
import { TurnQueue } from "../../../src/layers/rate-limit/turn-queue.ts";
import { TurnQueues } from "../../../src/layers/rate-limit/turn-queues.ts";
import { Context } from "../../../src/service/context.ts";
import { service } from "../../../src/service/service.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("TurnQueues", () => {
  it("keeps one queue a key", () => {
    const { queues } = keyed(10);
    expect(queues.of("a", 0)).toBe(queues.of("a", 0));
    expect(queues.of("a", 0)).not.toBe(queues.of("b", 0));
    expect(queues.size).toBe(2);
  });

  it("forgets first what is as good as new, even if used last", () => {
    const { queues, call } = keyed(3);
    const kept = call("a");
    call("b");
    queues.of("fresh", 0);
    call("c");
    expect(queues.of("a", 0)).toBe(kept);
    expect(queues.size).toBe(3);
  });

  it("forgets then what was not used for longest", () => {
    const { queues, call } = keyed(3);
    const [a, b, c] = ["a", "b", "c"].map((key) => call(key));
    queues.of("a", 0);
    call("d");
    expect(queues.of("a", 0)).toBe(a);
    expect(queues.of("c", 0)).toBe(c);
    expect(queues.of("b", 0)).not.toBe(b);
  });

  it("forgets no key for which a call waits, but does once it has gone", async () => {
    const { queues, call, clock } = keyed(2);
    const waiting = ["a", "b", "c", "d"].map((key) => (call(key), call(key)));
    expect(queues.size).toBe(4);
    expect(["a", "b", "c", "d"].map((key) => queues.of(key, 0))).toEqual(waiting);
    clock.advance(100);
    expect(clock.pending).toBe(0);
    call("e");
    expect(queues.size).toBeLessThanOrEqual(2);
  });

  it("looks at all of many keys seldom, however many come", () => {
    const { queues, call, looks } = keyed(1000);
    for (let n = 0; n < 10_000; n++) call(`${n}`);
    expect(queues.size).toBeLessThanOrEqual(1000);
    expect(looks()).toBeLessThan(10_000 * 20);
  });
});

/** Queues of one turn in 100 ms, calls to them, and how often one was looked at to be forgotten. */
function keyed(maxKeys: number) {
  const clock = new VirtualClock();
  const context = new Context({ clock });
  const grains = new Grains({ limit: 1, intervalMs: 100, burst: 1 });
  const inner = service<string, void>(async () => {});
  let looks = 0;
  class Watched extends TurnQueue<string, void> {
    override isAtRest(now: number): boolean {
      looks++;
      return super.isAtRest(now);
    }
  }
  const queues = new TurnQueues((key) => new Watched(inner, grains, key), maxKeys);
  const call = (key: string): TurnQueue<string, void> => {
    const queue = queues.of(key, clock.now());
    void queue.call(key, context, clock.now());
    return queue;
  };
  return { clock, queues, call, looks: () => looks };
}
