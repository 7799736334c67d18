import { describe, expect, it } from "vitest";

import { limitsPlanOf } from "../../../src/engine/monitor/crawl-limits.ts";
import { systemResources } from "../../../src/engine/monitor/resource-reader.ts";
import { untyped } from "../../support/untyped.ts";

describe("limitsPlanOf", () => {
  it("looks at the running process once a second by default", () => {
    const rssBytes = { soft: 1, hard: 2 };
    expect(limitsPlanOf({ rssBytes })).toEqual({
      rssBytes,
      everyMs: 1000,
      reader: systemResources,
    });
  });

  it.each<[limits: unknown, message: string]>([
    [{ rss: {} }, '"rss"'],
    [{ rssBytes: { soft: 0 } }, '"limits.rssBytes.soft" to be a number above 0: got 0'],
    [{ cpuShare: { hard: "80%" } }, '"limits.cpuShare.hard" to be a number above 0: got "80%"'],
    [
      { rssBytes: { soft: 3, hard: 2 } },
      '"limits.rssBytes.soft" to be reached before "hard", 2: got 3',
    ],
    [
      { freeDiskBytes: { soft: 1, hard: 2, folders: ["."] } },
      '"limits.freeDiskBytes.soft" to be reached before "hard", 2: got 1',
    ],
    [
      { freeDiskBytes: { hard: 2 } },
      '"limits.freeDiskBytes.folders" to be an array: got undefined',
    ],
    [{ freeDiskBytes: { hard: 2, folders: [1] } }, '"limits.freeDiskBytes.folders"'],
    [{ freeDiskBytes: { hard: 2, folders: [] } }, "to be paths, one at least: got none"],
    [{ freeDiskBytes: { hard: 2, folders: [".", "a\0b"] } }, 'got "a\\u0000b"'],
    [{ freeDiskBytes: { hard: 2, folders: [""] } }, 'got ""'],
    [{ pages: { hard: 2 } }, '"hard"'],
    [{ everyMs: 0 }, '"limits.everyMs" to be above 0: got 0'],
    [{ everyMs: -1 }, '"limits.everyMs"'],
    [{ reader: { rssBytes: () => 1 } }, '"limits.reader.cpuMs"'],
    [null, "limits"],
  ])("refuses %j", (limits, message) => {
    expect(() => limitsPlanOf(untyped(limits))).toThrow(message);
  });
});
