import type { ResourceReader } from "../../../src/engine/monitor/resource-reader.ts";

/** A machine whose figures are set by hand. */
export class FakeResources implements ResourceReader {
  rss = 1;
  cpu = 0;
  free = 1000;
  /** How often each was asked for. */
  looks = 0;
  readonly folders: string[] = [];

  rssBytes(): number {
    this.looks++;
    return this.rss;
  }

  cpuMs(): number {
    this.looks++;
    return this.cpu;
  }

  freeDiskBytes(folder: string): number {
    this.folders.push(folder);
    return this.free;
  }
}
