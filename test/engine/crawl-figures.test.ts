import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { rateLimit } from "../../src/layers/rate-limit/rate-limit.ts";
import { fakeSite } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

describe("the figures of a crawl", () => {
  it.each([false, true])(
    "count what was tried again and what a limit held back, deterministic: %j",
    async (deterministic) => {
      const site = fakeSite(
        (url, visit) => {
          if (url.endsWith("/")) return ["/1", "/2"];
          return visit === 1 && url.endsWith("1") ? { status: 503 } : [];
        },
        { latencyMs: 10, layer: rateLimit({ limit: 1, intervalMs: 100 }) },
      );
      const run = crawl({ ...everything(site), start: "http://a.test/", deterministic });
      const stats = await site.clock.run(run.done());
      expect(stats).toMatchObject({ pages: 3, requests: 4, retries: 1 });
      expect(stats.refusals).toBe(site.refusals());
      expect(stats.refusals > 0).toBe(!deterministic); // else calls wait in the stack
    },
  );

  it("tell when it began and ended, by the clock of the crawl", async () => {
    const site = fakeSite(() => [], { latencyMs: 1500 });
    const run = crawl({ ...everything(site), start: "http://a.test/" });
    expect(run.stats()).toMatchObject({ startedAt: undefined, endedAt: undefined, elapsedMs: 0 });
    const done = run.done();
    expect(run.stats()).toMatchObject({
      startedAt: "1970-01-01T00:00:00.000Z",
      endedAt: undefined,
    });
    expect(await site.clock.run(done)).toMatchObject({
      endedAt: "1970-01-01T00:00:01.500Z",
      elapsedMs: 1500,
      latency: { count: 1, p50Ms: 1500, maxMs: 1500 },
    });
  });
});
