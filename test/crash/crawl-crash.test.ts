import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { crashCrawl } from "./crawl-crash.ts";

const SEED = 7;
const LONGEST_MS = 900_000; // of some thirty processes, on a machine that has much to do

describe("pagoda crawl --state", () => {
  it(
    "ends with each page once, whatever signals end its processes, and whenever they do",
    async () => {
      const dir = await mkdtemp(join(tmpdir(), "pagoda-crash-"));
      try {
        const { faults } = await crashCrawl({
          dir,
          seed: SEED,
          kills: 12,
          killsPerCrawl: 6,
          pages: 40,
        });
        expect(faults, `npm run crash -- crawl --seed ${SEED}`).toEqual([]);
      } finally {
        await rm(dir, { recursive: true });
      }
    },
    LONGEST_MS,
  );
});
