import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import type { HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { domainKey } from "../../src/http/url/domain-key.ts";
import { limitByAddress } from "../../src/layers/rate-limit/limit-by-address.ts";
import { limitByDomain } from "../../src/layers/rate-limit/limit-by-domain.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../src/layers/rate-limit/per-domain-throttle.ts";
import { rateLimit } from "../../src/layers/rate-limit/rate-limit.ts";
import { robots } from "../../src/layers/robots/robots.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

const HOSTS = 1000;
const PACE_MS = 200;

describe("crawl, of many hosts that one limit counts as one", () => {
  it.each([
    ["an address", limitByAddress(new PerDomainThrottle(), async () => ["192.0.2.1"])],
    ["a domain", limitByDomain(new PerDomainThrottle())],
  ])("keeps the pace of %s, and asks each host few times", async (_, limiter) => {
    const site = fakeSite(() => [], { layer: perDomainRateLimit({ limiter }) });
    const stats = await crawlOf(site, HOSTS);
    expect(stats).toMatchObject({ pages: HOSTS, errors: {}, notFetched: {} });
    expect(leastGap(site)).toBe(PACE_MS);
    expect(site.visits.at(-1)?.at).toBeLessThan(HOSTS * PACE_MS);
    expect(site.refusals()).toBeLessThan(10 * HOSTS);
  });

  it("asks few times, too, where there is one limit for all hosts", async () => {
    const layer = rateLimit<HttpRequest, HttpResponse>({ limit: 10, intervalMs: 1000, burst: 10 });
    const site = fakeSite(() => [], { layer });
    const stats = await crawlOf(site, HOSTS);
    expect(stats).toMatchObject({ pages: HOSTS, elapsedMs: (HOSTS - 10) * 100 });
    expect(site.refusals()).toBeLessThan(10 * HOSTS);
  });

  it("does so with a robots.txt for each host", async () => {
    const limiter = limitByAddress(new PerDomainThrottle(), async () => ["192.0.2.1"]);
    const layer = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(robots({ limiter }))
      .layer(perDomainRateLimit({ limiter }))
      .toLayer();
    const site = fakeSite(() => [], { layer, latencyMs: 10 });
    await crawlOf(site, 300);
    expect(site.visits).toHaveLength(600);
    expect(leastGap(site)).toBe(PACE_MS);
    expect(site.refusals()).toBeLessThan(10 * 300);
  });

  it("gives the hosts of a domain their turns one after another, and none to wait for others", async () => {
    const limiter = limitByDomain(new PerDomainThrottle());
    const hosts = ["a.slow.test", "b.slow.test", "fast.test"];
    const site = fakeSite((url) => (new URL(url).pathname === "/0" ? ["/1", "/2", "/3"] : []), {
      layer: perDomainRateLimit({ limiter }),
      latencyMs: 1,
    });
    const start = hosts.map((host) => `http://${host}/0`);
    await site.clock.run(crawl({ ...everything(site), start }).done());
    const of = (domain: string): readonly string[] =>
      site.urls().filter((url) => url.includes(domain));
    expect(of("slow.test").slice(2).map(domainKey)).toEqual(
      [1, 2, 3].flatMap(() => hosts.slice(0, 2)),
    );
    const fast = site.visits.filter(({ url }) => url.includes("fast.test"));
    expect(fast.map(({ at }) => at)).toEqual([0, 200, 400, 600]);
  });

  it("goes on where the host that is next is never asked again", async () => {
    const limiter = limitByDomain(new PerDomainThrottle());
    let closed = false;
    const site = fakeSite(() => [], {
      layer: ServiceBuilder.for<HttpRequest, HttpResponse>()
        .layer((inner) => ({
          call: async (request, context) => {
            const isFirst = request.url.startsWith("http://b.");
            if (closed && isFirst) throw new Error("gone");
            closed ||= isFirst;
            return inner.call(request, context);
          },
        }))
        .layer(perDomainRateLimit({ limiter }))
        .toLayer(),
    });
    const start = ["a", "b", "c", "d"].map((name) => `http://${name}.slow.test/`);
    const stats = await site.clock.run(crawl({ ...everything(site), start, retries: 0 }).done());
    expect(stats).toMatchObject({ pages: 3, notFetched: { failed: 1 } });
    expect(site.visits.map(({ at }) => at)).toEqual([0, 200, 400]);
  });
});

/** The least time from one start to the next. */
function leastGap({ visits }: FakeSite): number {
  return Math.min(...visits.slice(1).map(({ at }, n) => at - (visits[n]?.at ?? 0)));
}

function crawlOf(site: FakeSite, hosts: number) {
  const start = Array.from({ length: hosts }, (_, n) => `http://h${n}.shared.test/`);
  return site.clock.run(crawl({ ...everything(site), start }).done());
}
