import { describe, expect, it } from "vitest";

import { summaryLines } from "../../src/cli/summary.ts";
import { statsOf } from "./stats-of.ts";

describe("summaryLines", () => {
  it("tells how the crawl ended, and counts what happened, the most first", () => {
    const stats = statsOf({
      pages: 1200,
      requests: 1300,
      fromCache: 3,
      notModified: 2,
      statuses: { "404": 2, "200": 1200 },
      bytes: 12_345_678,
      errors: { not_found: 2 },
      notFetched: { duplicate: 5000, robots: 1 },
      hosts: 2,
      elapsedMs: 60_000,
      stopReason: "finished",
    });
    const hosts = [
      { host: "a.test", requests: 1, failures: 0, bytes: 9, meanMs: 12, maxMs: 12 },
      { host: "b.test", requests: 1, failures: 0, bytes: 9, meanMs: 1234, maxMs: 1234 },
    ];
    expect(summaryLines(stats, hosts)).toEqual([
      "Finished after 1:00: 1,200 pages of 2 hosts · 20.0/s · 12.3 MB · 1,300 requests · 3 from the cache · 2 not modified",
      "  statuses       200 1,200 · 404 2",
      "  errors         not_found 2",
      "  not fetched    duplicate 5,000 · robots 1",
      "  slowest hosts  b.test 1.2 s · a.test 12 ms",
    ]);
  });

  it("leaves out what did not happen", () => {
    const stats = statsOf({ stopReason: "stopped" });
    expect(summaryLines(stats, [])).toEqual([
      "Stopped after 0 ms: 0 pages of 0 hosts · 0.0/s · 0 B · 0 requests",
    ]);
  });
});
