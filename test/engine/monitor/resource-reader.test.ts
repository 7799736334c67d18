import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { systemResources } from "../../../src/engine/monitor/resource-reader.ts";

describe("systemResources", () => {
  it("tells the memory of the process, and what it has computed", () => {
    expect(systemResources.rssBytes()).toBeGreaterThan(1024 ** 2);
    const before = systemResources.cpuMs();
    for (let n = 0; systemResources.cpuMs() === before; n++) Math.sqrt(n);
    expect(before).toBeGreaterThan(0);
  });

  it("tells what is free on the disk of a folder, also of one that is yet to be made", async () => {
    const dir = await mkdtemp(join(tmpdir(), "pagoda-disk-"));
    try {
      expect(await systemResources.freeDiskBytes(dir)).toBeGreaterThan(0);
      expect(await systemResources.freeDiskBytes(join(dir, "not", "yet"))).toBeGreaterThan(0);
    } finally {
      await rm(dir, { recursive: true });
    }
    await expect(systemResources.freeDiskBytes("a\0b")).rejects.toThrow("null bytes");
  });
});
