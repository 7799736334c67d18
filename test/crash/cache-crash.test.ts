import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { crashCache } from "./cache-crash.ts";

const SEED = 7;

describe("DiskCache", () => {
  it("keeps every entry whole and its accounts right, whenever its processes are killed and however many write at once", async () => {
    const dir = await mkdtemp(join(tmpdir(), "pagoda-crash-"));
    try {
      const { faults } = await crashCache({ dir, seed: SEED, kills: 6, reads: 20 });
      expect(faults, `npm run crash -- cache --seed ${SEED}`).toEqual([]);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
