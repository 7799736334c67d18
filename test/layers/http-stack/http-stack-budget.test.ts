import { describe, expect, it } from "vitest";

import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { domainKey } from "../../../src/http/url/domain-key.ts";
import { hedge } from "../../../src/layers/hedge/hedge.ts";
import type { HttpRetryOptions } from "../../../src/layers/http-retry.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { retryBudget } from "../../../src/layers/retry-budget.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { served, server, site } from "../../support/small-web.ts";

const failing = "https://down.test/a";

describe("httpStack with a budget for retries", () => {
  it("sends a site that is down little more than it was asked for", async () => {
    const budget = retryBudget({ ratio: 0.1 });
    expect(await sent({ budget }, 1000)).toBe(1000 + 100 + 100);
    expect(await sent({}, 1000)).toBe(3000);
  });

  it("keeps an account for each domain, where it is told to", async () => {
    const { service, clock, seen } = served({
      robots: false,
      limiter: false,
      retry: { budget: retryBudget({ ratio: 0, minPerSecond: 0.1, key: hostOf }) },
    });
    const urls = [failing, failing, `${site}/flaky`];
    await clock.run(Promise.all(urls.map((url) => settle(service.call({ url })))));
    expect(seen.filter(({ url }) => url === failing)).toHaveLength(3);
    expect(seen.filter(({ url }) => url === `${site}/flaky`)).toHaveLength(2);
  });
});

describe("httpStack with a hedge", () => {
  it("hedges what is slow on the wire, and not what waits for its turn", async () => {
    const clock = new VirtualClock();
    const seen: HttpRequest[] = [];
    const service = httpStack({ robots: false, delayMs: 30 })
      .before("perDomainRateLimit", hedge({ delayMs: 60 }))
      .service(server(seen), { clock });
    const paths = ["/a", "/b", "/c", "/d", "/slow"];
    await clock.run(Promise.all(paths.map((path) => service.call({ url: site + path }))));
    const inOrder = ["/a", "/b", "/c", "/d", "/slow", "/slow"];
    expect(seen.map(({ url }) => url)).toEqual(inOrder.map((path) => site + path));
    expect(clock.now()).toBe(4 * 30 + 100);
  });
});

/** How many requests are sent for so many calls at once to a site that is down. */
async function sent(retry: HttpRetryOptions, calls: number): Promise<number> {
  const clock = new VirtualClock();
  let requests = 0;
  const service = httpStack({
    robots: false,
    limiter: false,
    tracing: false,
    retry: { backoff: () => 10, ...retry },
  }).service(
    async ({ url }) => {
      requests++;
      return new HttpResponse({ url, status: 500 });
    },
    { clock },
  );
  const all = Array.from({ length: calls }, () => settle(service.call({ url: failing })));
  await clock.run(Promise.all(all));
  return requests;
}

function hostOf({ url }: HttpRequest): string {
  return domainKey(url);
}
