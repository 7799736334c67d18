import { describe, expect, it } from "vitest";

import { statusLines } from "../../../src/cli/state/status-lines.ts";
import { storyLines } from "../../../src/cli/state/story-lines.ts";
import type { UrlStory } from "../../../src/sqlite/index.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

describe("statusLines", () => {
  it("tells where a crawl stands", () => {
    const lines = statusLines(
      {
        file: "/data/crawl.db",
        bytes: 1_234_567,
        state: "stopped",
        runs: 2,
        begun: NOW - 3_600_000,
        ended: NOW - 1500,
        pages: 1234,
        redirects: 1,
        pending: 30,
        delayed: 2,
        holds: [{ host: "b.test", until: NOW + 60_000 }],
        hosts: [
          { host: "b.test", pending: 20 },
          { host: "a.test", pending: 10 },
        ],
        items: 1234,
        notFetched: { scope: 100, failed: 3 },
        failures: [
          { code: "not_found", status: 404, count: 2 },
          { code: "timeout", status: null, count: 1 },
        ],
      },
      NOW,
    );
    expect(lines).toEqual([
      "/data/crawl.db: stopped",
      "  begun        2026-01-02T02:04:05Z (1:00:00 ago) · 2 runs",
      "  ended        2026-01-02T03:04:03Z (1.5 s ago)",
      "  fetched      1,234 pages · 1 redirect",
      "  left         30 requests · 2 delayed · 1 host held",
      "  most left    b.test: 20 · a.test: 10",
      "  held         b.test 2026-01-02T03:05:05Z (in 1:00)",
      "  not fetched  scope: 100 · failed: 3",
      "  failures     not_found 404: 2 · timeout: 1",
      "  items        1,234",
      "  size         1.23 MB",
    ]);
  });
});

describe("storyLines", () => {
  it.each<[Partial<UrlStory>, readonly string[]]>([
    [
      { fate: "fetched", status: 200, depth: 1 },
      ["fetched, with status 200", "1 link from a start URL"],
    ],
    [
      { fate: "redirected", redirectedTo: "http://a.test/?token=x" },
      ["redirected to http://a.test/?token=REDACTED"],
    ],
    [
      { fate: "waits", ahead: 3, attempts: 1 },
      ["waits, 3 requests of its host before it", "1 attempt failed before"],
    ],
    [{ fate: "waits" }, ["is next, or in hand"]],
    [
      { fate: "waits", dueAt: NOW + 5000, heldUntil: NOW + 5000 },
      [
        "waits until 2026-01-02T03:04:10Z (in 5.0 s)",
        "its host is held until 2026-01-02T03:04:10Z (in 5.0 s)",
      ],
    ],
    [
      { fate: "not_fetched", reason: "failed", why: "not_found", status: 404 },
      ["not fetched: failed, not_found, 404"],
    ],
    [{ fate: "not_fetched", reason: "robots" }, ["not fetched: robots"]],
    [{ fate: "unknown" }, ["never seen"]],
    [
      { fate: "fetched", status: 200, key: "http://a.test/x", duplicateOf: "http://a.test/x#a" },
      [
        "known as http://a.test/x",
        "the same as http://a.test/x#a, which came first",
        "fetched, with status 200",
      ],
    ],
    [
      { fate: "fetched", status: 200, redirects: ["http://a.test/old"] },
      ["fetched, with status 200", "redirected from http://a.test/old"],
    ],
    [
      { fate: "waits", redirects: ["http://a.test/x", "http://a.test/y", "http://a.test/x"] },
      [
        "is next, or in hand",
        "redirected from http://a.test/x (2 times)",
        "redirected from http://a.test/y",
      ],
    ],
  ])("tells of %j", (story, lines) => {
    const url = "http://a.test/x#b";
    const told = storyLines({ url, key: url, fate: "unknown", ...story }, NOW);
    expect(told).toEqual([url, ...lines.map((line) => `  ${line}`)]);
  });
});
