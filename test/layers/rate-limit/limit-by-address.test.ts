import { describe, expect, it } from "vitest";

import { AddressPendingError } from "../../../src/layers/rate-limit/address-pending-error.ts";
import {
  type AddressesOf,
  limitByAddress,
} from "../../../src/layers/rate-limit/limit-by-address.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import type { RateLimiter } from "../../../src/layers/rate-limit/rate-limiter.ts";
import { Context, type ContextOptions } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

const MINUTE = 60_000;

describe("limitByAddress", () => {
  it("lets a thousand names of one address start one by one, and others beside them", async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `h${n}.test`);
    const { come, run, starts, clock } = setUp(async (host) =>
      host === "other.test" ? ["192.0.2.2"] : ["192.0.2.1"],
    );
    for (const name of [...names, "other.test"]) come(name);
    await run();
    expect(starts.toSorted((a, b) => a - b)).toEqual([0, ...names.map((_, n) => n * 200)]);
    expect(clock.now()).toBe(999 * 200);
  });

  it("takes the lowest IPv4 address, or else IPv6 one, in whatever order they come", async () => {
    const addresses: Readonly<Record<string, readonly string[]>> = {
      "a.test": ["2001:db8::1", "192.0.2.9", "192.0.2.1"],
      "b.test": ["192.0.2.1", "192.0.2.9", "2001:db8::2"],
      "c.test": ["2001:db8::2", "2001:db8::1"],
      "d.test": ["2001:db8::1"],
    };
    const { keys, ask, clock } = setUp(async (host) => addresses[host] ?? []);
    for (const host of Object.keys(addresses)) await clock.run(ask(host));
    expect(keys).toEqual(["192.0.2.1", "192.0.2.1", "2001:db8::1", "2001:db8::1"]);
  });

  it("tells which is lower by number, and not by how it is written", async () => {
    const addresses: Readonly<Record<string, readonly string[]>> = {
      "a.test": ["192.0.2.10", "192.0.2.9", "192.0.10.1"],
      "b.test": ["100.64.0.1", "99.0.0.1"],
      "c.test": ["2001:db8::10", "2001:db8::9", "2001:db8::a:0"],
      "d.test": ["2001:db8:10::", "2001:db8:9::1"],
    };
    const { keys, ask, clock } = setUp(async (host) => addresses[host] ?? []);
    for (const host of Object.keys(addresses)) await clock.run(ask(host));
    expect(keys).toEqual(["192.0.2.9", "99.0.0.1", "2001:db8::9", "2001:db8:9::1"]);
  });

  it("counts a URL by address with the names that lead there, and looks nothing up for it", async () => {
    const { keys, ask, lookups, clock } = setUp(async () => ["192.0.2.1"]);
    await ask("192.0.2.1", { startBy: 0 });
    await clock.run(ask("a.test"));
    expect(keys).toEqual(["192.0.2.1", "192.0.2.1"]);
    expect(lookups).toEqual(["a.test"]);
  });

  it("looks a host up once, however many ask", async () => {
    const { come, run, lookups } = setUp(async () => ["192.0.2.1"]);
    for (let n = 0; n < 5; n++) come("a.test");
    await run();
    expect(lookups).toEqual(["a.test"]);
  });

  it("refuses a call that would not wait for the lookup, and tells when it is ready", async () => {
    const { ask, clock } = setUp(async () => ["192.0.2.1"], 50);
    const refused = await settle(ask("a.test", { startBy: 0 }));
    if (refused.ok || !(refused.error instanceof AddressPendingError)) throw new Error("started");
    expect(refused.error).toMatchObject({ code: "address_pending", host: "a.test" });
    await clock.run(refused.error.ready ?? Promise.reject(new Error("no ready")));
    expect(clock.now()).toBe(50);
    await ask("a.test", { startBy: 50 });
  });

  it("refuses a call as its patience ends, ends one that aborts, and goes on for the others", async () => {
    const { ask, clock } = setUp(async () => ["192.0.2.1"], 50);
    const controller = new AbortController();
    const outcomes = [{ startBy: 20 }, { signal: controller.signal }, {}].map((options) =>
      settle(ask("a.test", options)),
    );
    controller.abort("stop");
    const [hasty, aborted, patient] = await clock.run(Promise.all(outcomes));
    expect(hasty).toMatchObject({ error: { code: "address_pending" } });
    expect(aborted).toEqual({ ok: false, error: "stop" });
    expect(patient).toMatchObject({ ok: true });
    expect(clock.pending).toBe(0);
  });

  it("counts a host by its name where it has no address, and looks it up again soon", async () => {
    let addresses: readonly string[] = [];
    const { keys, ask, clock } = setUp(async () => addresses);
    await ask("a.test");
    addresses = ["192.0.2.1"];
    clock.advance(9000);
    await ask("a.test");
    clock.advance(1000);
    await ask("a.test");
    await clock.settle();
    await clock.run(ask("a.test"));
    expect(keys).toEqual(["a.test", "a.test", "a.test", "192.0.2.1"]);
  });

  it("waits no longer than 10 s for a lookup that hangs", async () => {
    const { keys, ask, clock } = setUp(() => new Promise(() => {}));
    await clock.run(ask("a.test"));
    expect([clock.now(), keys]).toEqual([10_000, ["a.test"]]);
  });

  it("asks again after a minute, for which nobody waits, and goes by the old address till then", async () => {
    let address = "192.0.2.1";
    const { keys, ask, clock } = setUp(async () => [address], 50);
    await clock.run(ask("a.test"));
    address = "192.0.2.2";
    clock.advance(MINUTE);
    await ask("a.test", { startBy: clock.now() });
    clock.advance(1000);
    await clock.settle();
    await ask("a.test", { startBy: clock.now() });
    expect(keys).toEqual(["192.0.2.1", "192.0.2.1", "192.0.2.2"]);
  });

  it("keeps to the old address where the lookup fails later", async () => {
    let fails = false;
    const { keys, ask, clock } = setUp(async () => {
      if (fails) throw new Error("no resolver");
      return ["192.0.2.1"];
    });
    await ask("a.test");
    fails = true;
    for (let n = 0; n < 3; n++) {
      clock.advance(MINUTE);
      await ask("a.test", { startBy: clock.now() });
      await clock.settle();
    }
    expect(new Set(keys)).toEqual(new Set(["192.0.2.1"]));
  });

  it("has an answer count for the address by which its call was admitted", async () => {
    let address = "192.0.2.1";
    const { ask, answer, clock, recorded } = setUp(async () => [address]);
    const context = await ask("a.test");
    address = "192.0.2.2";
    clock.advance(MINUTE);
    await ask("a.test");
    await clock.settle();
    answer("a.test", context);
    answer("b.test", new Context({ clock }));
    expect(recorded).toEqual(["192.0.2.1", "b.test"]);
  });

  it("keeps to the greatest crawl-delay of the hosts of an address, also one that was told before it is known", async () => {
    const { limiter, ask, run, come, starts } = setUp(async () => ["192.0.2.1"]);
    limiter.setCrawlDelay("a.test", 5000);
    await ask("a.test");
    await ask("b.test", { startBy: 0 }).catch(() => {});
    limiter.setCrawlDelay("b.test", 1000);
    come("b.test");
    await run();
    expect(starts).toEqual([0, 5000]);
  });

  it("takes the crawl-delay of a host along to its next address", async () => {
    let address = "192.0.2.1";
    const { limiter, ask, clock } = setUp(async () => [address]);
    await ask("a.test");
    limiter.setCrawlDelay("a.test", 5000);
    address = "192.0.2.2";
    clock.advance(MINUTE);
    await ask("a.test");
    await clock.settle();
    await ask("a.test");
    const refused = ask("a.test", { startBy: clock.now() });
    await expect(refused).rejects.toMatchObject({ retryAt: clock.now() + 5000 });
  });

  it("rejects with what the limiter throws", async () => {
    const error = new Error("broken");
    const throws = (): never => {
      throw error;
    };
    const broken = { acquire: throws, recordResponse: throws, setCrawlDelay: throws };
    const limiter = limitByAddress(broken, async () => ["192.0.2.1"]);
    limiter.setCrawlDelay("a.test", 1);
    const context = new Context({ clock: new VirtualClock() });
    await expect(limiter.acquire("a.test", context)).rejects.toBe(error);
  });

  it("refuses what is no limiter, and what finds no addresses", () => {
    expect(() => limitByAddress(untyped({}), untyped(5))).toThrow('Expected "limiter.acquire"');
    const throttle = new PerDomainThrottle();
    expect(() => limitByAddress(throttle, untyped(5))).toThrow('Expected "addressesOf" to be a');
  });
});

/** Names behind a limiter by address, over a throttle that is watched. */
function setUp(addressesOf: AddressesOf, lookupMs = 0) {
  const clock = new VirtualClock();
  const throttle = new PerDomainThrottle();
  const keys: string[] = [];
  const recorded: string[] = [];
  const lookups: string[] = [];
  const watched: RateLimiter = {
    acquire(key, context) {
      keys.push(key);
      return throttle.acquire(key, context);
    },
    recordResponse: (key) => void recorded.push(key),
    setCrawlDelay: (key, delayMs) => throttle.setCrawlDelay(key, delayMs),
  };
  const limiter = limitByAddress(watched, async (host) => {
    lookups.push(host);
    if (lookupMs > 0) await new Promise<void>((resolve) => clock.timer(resolve, lookupMs));
    return addressesOf(host);
  });
  const starts: number[] = [];
  const waits: Promise<unknown>[] = [];
  const ask = async (host: string, options: ContextOptions = {}): Promise<Context> => {
    const context = new Context({ clock, ...options });
    await limiter.acquire(host, context);
    starts.push(clock.now());
    return context;
  };
  return {
    clock,
    limiter,
    keys,
    recorded,
    lookups,
    starts,
    ask,
    come: (host: string): void => void waits.push(settle(ask(host))),
    run: (): Promise<unknown> => clock.run(Promise.all(waits)),
    answer: (host: string, context: Context): void =>
      limiter.recordResponse(host, { status: 200, latencyMs: 0 }, context),
  };
}
