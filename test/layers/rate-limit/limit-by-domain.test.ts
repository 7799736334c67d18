import { describe, expect, it } from "vitest";

import { limitByDomain } from "../../../src/layers/rate-limit/limit-by-domain.ts";
import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { Context } from "../../../src/service/context.ts";
import { checkRateLimiter } from "../../../src/testing/limiter/check-rate-limiter.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

describe("limitByDomain", () => {
  it("lets the hosts of a domain start one by one, and others beside them", async () => {
    const { limiter, asking } = setUp();
    await limiter.acquire("a.shop.example.co.uk", asking);
    const sibling = limiter.acquire("shop.example.co.uk", asking);
    await expect(sibling).rejects.toMatchObject({ key: "example.co.uk", retryAt: 200 });
    await limiter.acquire("other.co.uk", asking);
  });

  it("keeps apart those who share a suffix only, and addresses", async () => {
    const { limiter, asking } = setUp();
    const hosts = ["ann.github.io", "bob.github.io", "127.0.0.1", "127.0.0.2", "localhost"];
    const starts = hosts.map((host) => limiter.acquire(host, asking));
    await expect(Promise.all(starts)).resolves.toHaveLength(hosts.length);
  });

  it("counts the answers of all its hosts", async () => {
    const { limiter, asking } = setUp();
    await limiter.acquire("a.example.com", asking);
    limiter.recordResponse("a.example.com", { status: 429, latencyMs: 0 }, asking);
    await expect(limiter.acquire("b.example.com", asking)).rejects.toMatchObject({ retryAt: 400 });
  });

  it("keeps to the greatest crawl-delay of its hosts, as long as one asks for it", async () => {
    const { limiter, asking } = setUp();
    limiter.setCrawlDelay("a.example.com", 5000);
    limiter.setCrawlDelay("b.example.com", 1000);
    await limiter.acquire("example.com", asking);
    await expect(limiter.acquire("example.com", asking)).rejects.toMatchObject({ retryAt: 5000 });
    limiter.setCrawlDelay("a.example.com", 0);
    await expect(limiter.acquire("example.com", asking)).rejects.toMatchObject({ retryAt: 1000 });
  });

  it("keeps the rules of limiters", async () => {
    const check = checkRateLimiter(() => limitByDomain(new PerDomainThrottle({ minDelayMs: 50 })));
    await expect(check).resolves.toBeUndefined();
  });

  it("refuses what is no limiter", () => {
    expect(() => limitByDomain(untyped({}))).toThrow('Expected "limiter.acquire"');
  });
});

function setUp() {
  const asking = new Context({ clock: new VirtualClock(), startBy: 0 });
  return { asking, limiter: limitByDomain(new PerDomainThrottle()) };
}
