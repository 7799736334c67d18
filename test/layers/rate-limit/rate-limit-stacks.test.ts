import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { rateLimit } from "../../../src/layers/rate-limit/rate-limit.ts";
import type { Rate } from "../../../src/layers/rate-limit/token-bucket.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { TurnModel } from "./turn-model.ts";

interface Fetch {
  readonly host: string;
  readonly at: number;
}

const all: Rate = { limit: 10, intervalMs: 100, burst: 5 };
const host: Rate = { limit: 1, intervalMs: 40, burst: 2 };

describe("rateLimit for all above rateLimit per host", () => {
  it("crawls every page of every host, within both limits, and no slower than they allow", async () => {
    const hosts = ["a.test", "b.test", "c.test", "d.test", "e.test", "f.test"];
    const { clock, stack, fetches } = crawler();
    await crawl({ clock, stack }, hosts, 50);

    for (const name of hosts) {
      const own = fetches.filter(({ host }) => host === name);
      expect(own).toHaveLength(50);
      expect(mostTooMany(own, host)).toBeLessThanOrEqual(0);
    }
    expect(mostTooMany(fetches, all)).toBeLessThanOrEqual(0);
    expect(clock.now()).toBe((300 - all.burst) * 10);
    expect(clock.pending).toBe(0);
  });

  it("loses no turn of either by refusals of the other, whatever comes when", async () => {
    const rates = fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      intervalMs: fc.integer({ min: 1, max: 40 }),
      burst: fc.integer({ min: 1, max: 4 }),
    });
    const calls = fc.array(
      fc.record({ afterMs: fc.integer({ max: 12, min: 0 }), host: fc.constantFrom("a", "b", "c") }),
      { minLength: 10, maxLength: 60, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(rates, rates, calls, async (all, host, calls) => {
        const { clock, stack, fetches } = crawler(all, host);
        const models = { a: new TurnModel(host), b: new TurnModel(host), c: new TurnModel(host) };
        const global = new TurnModel(all);
        const expected: Fetch[] = [];
        let now = 0;
        for (const { afterMs, host } of calls) {
          now += afterMs;
          clock.advance(afterMs);
          await settle(stack.call(host, { startWithinMs: 0 }));

          global.now = now;
          models[host].now = now;
          if (!global.has() || !models[host].has()) continue;
          global.take();
          models[host].take();
          expected.push({ host, at: now });
        }
        expect(fetches).toEqual(expected);
      }),
    );
  });
});

describe("two stacks", () => {
  it("share no limit, so that each starts what it may", async () => {
    const [one, other] = [crawler(), crawler()];
    for (const { stack } of [one, other]) await stack.call("a.test", { startWithinMs: 0 });
    for (const { stack } of [one, other]) await stack.call("a.test", { startWithinMs: 0 });
    expect(one.fetches).toHaveLength(2);
    expect(other.fetches).toHaveLength(2);
    for (const { stack } of [one, other]) {
      await expect(stack.call("a.test", { startWithinMs: 0 })).rejects.toMatchObject({
        retryAt: 40,
      });
    }
  });
});

interface Crawler {
  readonly clock: VirtualClock;
  readonly stack: Stack<string, void>;
}

/** A stack with both limits, and what it has fetched. */
function crawler(forAll = all, forHost = host) {
  const clock = new VirtualClock();
  const fetches: Fetch[] = [];
  const stack = ServiceBuilder.for<string, void>()
    .layer(rateLimit(forAll))
    .layer(rateLimit({ ...forHost, key: (host) => host }))
    .service(async (host) => void fetches.push({ host, at: clock.now() }), { clock });
  return { clock, stack, fetches };
}

/** Fetches so many pages of each host as a crawl does: a host that is refused is held for so long. */
async function crawl({ clock, stack }: Crawler, hosts: readonly string[], pages: number) {
  const left = new Map(hosts.map((host) => [host, pages]));
  const heldUntil = new Map(hosts.map((host) => [host, 0]));
  while (left.size > 0) {
    const free = [...left].filter(([host]) => (heldUntil.get(host) ?? 0) <= clock.now());
    const [next] = free.toSorted(([, a], [, b]) => b - a);
    if (!next) {
      clock.advance(Math.min(...heldUntil.values()) - clock.now());
      continue;
    }
    const [host, count] = next;
    const outcome = await settle(stack.call(host, { startWithinMs: 0 }));
    if (!outcome.ok) heldUntil.set(host, retryAtOf(outcome.error));
    else if (count > 1) left.set(host, count - 1);
    else [left, heldUntil].forEach((map) => map.delete(host));
  }
}

function retryAtOf(error: unknown): number {
  if (error instanceof NotNowError && error.retryAt !== undefined) return error.retryAt;
  throw error;
}

/** By how many the starts exceed the limit in the span in which they do most. */
function mostTooMany(fetches: readonly Fetch[], { limit, intervalMs, burst }: Rate): number {
  const spans = fetches.flatMap(({ at: from }, first) =>
    fetches.slice(first).map(({ at }, n) => n + 1 - burst - ((at - from) * limit) / intervalMs),
  );
  return Math.max(...spans);
}
