import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

import type { CacheLimits } from "../../src/layers/cache/variant-lru.ts";

/** What a process did, and what it found that was not right. */
export interface Told {
  readonly acts: number;
  readonly faults: readonly string[];
}

const script = new URL("cache-writer.ts", import.meta.url);

/** A process that is at work on a disk cache. */
export class CacheProcess {
  readonly #child: ChildProcess;

  /** Starts one that waits to be told to go. */
  static async start(dir: string, seed: number, limits: CacheLimits): Promise<CacheProcess> {
    const args = [dir, seed, limits.maxEntries, limits.maxBytes].map(String);
    const child = fork(script, args, { execArgv: ["--import", "tsx"], serialization: "json" });
    await once(child, "message");
    return new CacheProcess(child);
  }

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves when it is at work. */
  async go(): Promise<void> {
    this.#child.send("go");
    await once(this.#child, "message");
  }

  /** Lets it work for a while, then kills it at whatever it does. */
  async killAfter(ms: number): Promise<void> {
    const exit = once(this.#child, "exit");
    await setTimeout(ms);
    this.#child.kill("SIGKILL");
    await exit;
  }

  /** Lets it end what it does. */
  async end(): Promise<Told> {
    const exit = once(this.#child, "exit");
    this.#child.send("end");
    const told = await Promise.race([
      once(this.#child, "message").then(([told]: Told[]) => told),
      exit.then(() => undefined),
    ]);
    await exit;
    return told ?? { acts: 0, faults: ["the process ended by itself"] };
  }
}
