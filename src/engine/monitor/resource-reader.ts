import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import type { Awaitable } from "../frontier/frontier.ts";

/** Tells how much of the machine is in use. */
export interface ResourceReader {
  /** Bytes of memory that the process has. */
  rssBytes(): number;
  /** Milliseconds for which the process has computed so far, on all cores together. */
  cpuMs(): number;
  /** Bytes that are free on the disk of a folder, or of the nearest one above it that exists. */
  freeDiskBytes(folder: string): Awaitable<number>;
}

/** The running process and the disks. */
export const systemResources: ResourceReader = {
  rssBytes: () => process.memoryUsage.rss(),
  cpuMs() {
    const { system, user } = process.cpuUsage();
    return (system + user) / 1000;
  },
  async freeDiskBytes(folder) {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch (error) {
      const parent = dirname(resolve(folder));
      if (!isMissing(error) || parent === folder) throw error;
      return systemResources.freeDiskBytes(parent);
    }
  },
};

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
