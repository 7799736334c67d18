import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DnsCache, type DnsOptions } from "../../../../src/http/client/dns/dns-cache.ts";
import { settle } from "../../../../src/service/outcome.ts";
import { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import { untyped } from "../../../support/untyped.ts";

describe("DnsCache", () => {
  it("keeps all addresses of a host in their order", async () => {
    const { cache } = cacheOf({}, () => ["::1", "127.0.0.1", "127.0.0.2"]);
    expect(await cache.addressesOf("a.test")).toEqual(["::1", "127.0.0.1", "127.0.0.2"]);
  });

  it("looks a name up once, however many ask for it at once", async () => {
    const { cache, asked } = cacheOf({});
    const hosts = ["a.test", "b.test", "a.test", "a.test", "b.test"];
    await Promise.all(hosts.map((host) => cache.addressesOf(host)));
    expect(asked).toEqual(["a.test", "b.test"]);
  });

  it("looks a name up again where no answer came in time, and gives the first answer to all", async () => {
    const clock = new VirtualClock();
    const answers: ((addresses: readonly string[]) => void)[] = [];
    const lookup = (): Promise<readonly string[]> =>
      new Promise((resolve) => void answers.push(resolve));
    const cache = new DnsCache({ lookup }, { clock, lookupMs: 100 });
    const first = cache.addressesOf("a.test");
    clock.advance(99);
    const second = cache.addressesOf("a.test");
    expect(answers).toHaveLength(1);
    clock.advance(1);
    const third = cache.addressesOf("a.test");
    expect(answers).toHaveLength(2);
    answers[1]?.(["127.0.0.1"]);
    for (const asker of [first, second, third]) expect(await asker).toEqual(["127.0.0.1"]);
    answers[0]?.(["127.0.0.2"]);
    await clock.settle();
    expect(await cache.addressesOf("a.test")).toEqual(["127.0.0.1"]);
  });

  it("lets nobody wait once it was closed", async () => {
    const reason = new Error("closed");
    const cache = new DnsCache({ lookup: () => new Promise(() => {}) });
    const waiting = settle(cache.addressesOf("a.test"));
    cache.close(reason);
    expect(await waiting).toEqual({ ok: false, error: reason });
  });

  it.each([
    ["60 s, where nothing else is said", {}, 60_000],
    ["ttlMs", { ttlMs: 5 }, 5],
  ])("keeps addresses for %s, from when they came", async (_, options, keptMs) => {
    const { cache, asked, clock } = cacheOf(options);
    const first = cache.addressesOf("a.test");
    clock.advance(1_000_000);
    await first;
    clock.advance(keptMs - 1);
    await cache.addressesOf("a.test");
    expect(asked).toHaveLength(1);
    clock.advance(1);
    await cache.addressesOf("a.test");
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["10 s, where nothing else is said", {}, 10_000],
    ["negativeTtlMs", { negativeTtlMs: 5 }, 5],
  ])("keeps that a name does not exist for %s", async (_, options, keptMs) => {
    const { cache, asked, clock } = cacheOf(options, () => []);
    for (const waitMs of [0, keptMs - 1, 1]) {
      clock.advance(waitMs);
      const outcome = await settle(cache.addressesOf("a.test"));
      expect(outcome).toMatchObject({ ok: false, error: { code: "ENOTFOUND" } });
    }
    expect(asked).toHaveLength(2);
  });

  it("keeps no failure that may pass", async () => {
    const { cache, asked } = cacheOf({}, () => {
      throw Object.assign(new Error("again"), { code: "EAI_AGAIN" });
    });
    await settle(cache.addressesOf("a.test"));
    await settle(cache.addressesOf("a.test"));
    expect(asked).toHaveLength(2);
  });

  it("drops addresses before their time, unless there are others by now", async () => {
    const { cache, asked, clock } = cacheOf({ ttlMs: 10 });
    const old = await cache.addressesOf("a.test");
    clock.advance(10);
    const current = await cache.addressesOf("a.test");
    cache.drop("a.test", old);
    await cache.addressesOf("a.test");
    expect(asked).toHaveLength(2);
    cache.drop("a.test", current);
    await cache.addressesOf("a.test");
    expect(asked).toHaveLength(3);
  });

  it("never looks up again what is among the maxHosts used last, and always what is not", async () => {
    const hosts = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 10, size: "large" });
    await fc.assert(
      fc.asyncProperty(hosts, fc.integer({ min: 1, max: 4 }), async (hosts, maxHosts) => {
        const { cache, asked } = cacheOf({ maxHosts });
        const expected: string[] = [];
        let recent: string[] = [];
        for (const host of hosts) {
          if (!recent.includes(host)) expected.push(host);
          recent = [host, ...recent.filter((other) => other !== host)].slice(0, maxHosts);
          await cache.addressesOf(host);
        }
        expect(asked).toEqual(expected);
      }),
    );
  });

  it.each<[string, DnsOptions]>([
    ["dns.ttlMs", { ttlMs: -1 }],
    ["dns.negativeTtlMs", { negativeTtlMs: Number.NaN }],
    ["dns.maxHosts", { maxHosts: 0 }],
    ["dns.lookup", { lookup: untyped("system") }],
    ["server", untyped({ server: "127.0.0.1" })],
  ])("refuses a wrong %s", (name, options) => {
    expect(() => new DnsCache(options)).toThrow(`"${name}"`);
  });
});

function cacheOf(
  options: DnsOptions,
  answer: (host: string) => readonly string[] = () => ["127.0.0.1"],
): { readonly cache: DnsCache; readonly asked: string[]; readonly clock: VirtualClock } {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const lookup = async (host: string): Promise<readonly string[]> => {
    asked.push(host);
    return answer(host);
  };
  return { cache: new DnsCache({ lookup, ...options }, { clock }), asked, clock };
}
