import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { perDomainRateLimit } from "../../src/layers/rate-limit/per-domain-rate-limit.ts";
import { PerDomainThrottle } from "../../src/layers/rate-limit/per-domain-throttle.ts";
import { fakeSite } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

const FAST = 200;

describe("a host that takes 2 s to answer", () => {
  it("holds up none of two hundred that do not", async () => {
    const alone = await lastOfTheFast(false);
    const beside = await lastOfTheFast(true);
    expect(alone).toBeLessThanOrEqual(beside);
    expect(alone / beside).toBeGreaterThan(0.95);
  });
});

/** When the last page of the fast hosts came, of ten pages each. */
async function lastOfTheFast(isSlowThere: boolean): Promise<number> {
  const site = fakeSite((at) => pagesOf(at), {
    latencyMs: (url) => (url.includes("slow") ? 2000 : 50),
    layer: perDomainRateLimit({ limiter: new PerDomainThrottle() }),
  });
  const fast = Array.from({ length: FAST }, (_, n) => `http://fast${n}.test/0`);
  const slow = Array.from({ length: 100 }, (_, n) => `http://slow.test/${n + 100}`);
  const start = isSlowThere ? [...slow, ...fast] : fast;
  const run = crawl({ ...everything(site), start, concurrency: 100 });
  const stats = await site.clock.run(run.done());
  expect(stats.pages).toBe(10 * FAST + (isSlowThere ? slow.length : 0));
  return Math.max(...site.visits.filter(({ url }) => url.includes("fast")).map(({ at }) => at));
}

function pagesOf(url: string): readonly string[] {
  const n = Number(url.split("/").at(-1));
  return url.includes("fast") && n < 9 ? [`/${n + 1}`] : [];
}
