import { describe, expect, it } from "vitest";

import { DomainQueues } from "../../../src/layers/rate-limit/domain-queues.ts";
import { Context } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

const HOSTS = 100_000;
const MINUTE = 60_000;

describe("DomainQueues", () => {
  it("has the same queue for a domain each time", () => {
    const queues = new DomainQueues({ minDelayMs: 1, maxDelayMs: 1 });
    expect(queues.of("a.test")).toBe(queues.of("a.test"));
    expect(queues.of("a.test")).not.toBe(queues.of("b.test"));
  });

  it.each([
    ["that answered", 200, 0],
    ["that were slowed", 429, 0],
    ["that have a crawl-delay", 200, 1000],
  ])("remembers few of very many domains %s once", async (_, status, crawlDelayMs) => {
    const { queues, visit } = setUp();
    let most = 0;
    for (let n = 0; n < HOSTS; n++) {
      await visit(`h${n}.test`, status, crawlDelayMs);
      most = Math.max(most, queues.size);
    }
    expect(most).toBeLessThanOrEqual(20_000);
  });

  it("remembers those used last that were slowed", async () => {
    const { queues, visit } = setUp();
    for (let n = 0; n < HOSTS; n++) await visit(`h${n}.test`, 429);
    for (let n = HOSTS - 5000; n < HOSTS; n++) {
      expect(queues.of(`h${n}.test`).pace.delayMs).toBe(400);
    }
    expect(queues.of("h0.test").pace.delayMs).toBe(200);
  });

  it("forgets none before its next turn, however many come meanwhile", async () => {
    const { queues, visit } = setUp();
    await visit("held.test", 429, 0, 50 * MINUTE);
    for (let n = 0; n < HOSTS; n++) await visit(`h${n}.test`, 200);
    expect(queues.of("held.test").pace.turn).toBeGreaterThanOrEqual(50 * MINUTE);
  });

  it("forgets none in which a call waits", async () => {
    const { queues, visit, clock } = setUp();
    await visit("slow.test", 200, 1000);
    const slow = queues.of("slow.test");
    const waiting = slow.acquire(new Context({ clock }));
    for (let n = 0; n < HOSTS; n++) {
      await visit(`h${n}.test`, 200, 1);
      slow.pace.setCrawlDelay(n + 10_000);
    }
    expect(queues.of("slow.test")).toBe(slow);
    await clock.run(waiting);
  });
});

function setUp(): {
  readonly clock: VirtualClock;
  readonly queues: DomainQueues;
  readonly visit: (
    domain: string,
    status: number,
    crawlDelayMs?: number,
    retryAfterMs?: number,
  ) => Promise<void>;
} {
  const clock = new VirtualClock();
  const context = new Context({ clock });
  const queues = new DomainQueues({ minDelayMs: 200, maxDelayMs: 60 * MINUTE });
  return {
    clock,
    queues,
    async visit(domain, status, crawlDelayMs = 0, retryAfterMs) {
      clock.advance(1);
      queues.sweep(clock);
      const queue = queues.of(domain);
      queue.pace.setCrawlDelay(crawlDelayMs);
      await queue.acquire(context);
      queue.pace.record({ status, latencyMs: 0, retryAfterMs }, clock.now());
    },
  };
}
