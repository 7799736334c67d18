import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { shuffled } from "../shuffled.ts";
import type { BenchStore, Subject } from "./subject.ts";

/** What is measured. */
export type Act = "hit" | "miss" | "put" | "put + evict";
export const ACTS: readonly Act[] = ["hit", "miss", "put", "put + evict"];

/** How much a store holds. */
export interface Scale {
  readonly entries: number;
  readonly bytes: number;
}

/** What an act costs. */
export interface CacheCost extends Scale {
  readonly subject: string;
  readonly act: Act;
  /** Medians; undefined where the subject is missing or does not do it. */
  readonly microseconds: number | undefined;
  readonly cpuMicroseconds: number | undefined;
}

const ROUNDS = 21;
const BATCH_MS = 10;
const WARM_UP_MS = 300;
const CALLS_TO_WARM_UP = 20;
const UNLIMITED = 2 ** 31 - 1;
const MOST_IN_BATCH = 400;

/**
 * Measures subjects beside each other at one scale: they take turns, in a new order each round, each
 * with as many entries as the scale says.
 */
export async function measureAt(
  subjects: readonly Subject[],
  scale: Scale,
): Promise<readonly CacheCost[]> {
  const root = mkdtempSync(join(tmpdir(), "pagoda-bench-"));
  try {
    const runs = subjects.map((subject, n) => new Run(subject, join(root, String(n)), scale));
    for (const run of runs) await run.open(UNLIMITED);
    const costs: CacheCost[] = [];
    for (const act of ["hit", "miss", "put"] as const) costs.push(...(await takeTurns(runs, act)));
    for (const run of runs) await run.close();
    const evicting = runs.filter(({ subject }) => subject.evicts);
    for (const run of evicting) await run.open(scale.entries);
    costs.push(...(await takeTurns(evicting, "put + evict")));
    for (const run of evicting) await run.close();
    return costs;
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function takeTurns(runs: readonly Run[], act: Act): Promise<readonly CacheCost[]> {
  const measured = runs.filter(({ isMissing }) => !isMissing);
  const times = new Map(measured.map((run) => [run, [] as (readonly [number, number])[]]));
  for (const run of measured) await run.warmUp(act);
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of shuffled(measured)) times.get(run)?.push(await run.batch(act));
  }
  return runs.map((run) => run.costOf(act, times.get(run) ?? []));
}

/** A subject that is measured. */
class Run {
  readonly subject: Subject;
  readonly #dir: string;
  readonly #scale: Scale;
  readonly #body: Uint8Array;
  #store: BenchStore | undefined;
  #written = 0;
  #asked = 0;
  #calls = 1;

  constructor(subject: Subject, dir: string, scale: Scale) {
    this.subject = subject;
    this.#dir = dir;
    this.#scale = scale;
    this.#body = new Uint8Array(scale.bytes).fill(97);
    mkdirSync(dir, { recursive: true });
  }

  /** Whether this Node does not have it. */
  get isMissing(): boolean {
    return this.#store === undefined;
  }

  /** Opens the store, and fills it where it does not hold enough. */
  async open(maxEntries: number): Promise<void> {
    this.#store = await this.subject.open(this.#dir, maxEntries);
    if (!this.#store) return;
    const isKept = this.#written > 0 && (await this.#store.get(pathOf(this.#written - 1)));
    if (isKept === undefined || isKept === false) this.#written = 0;
    while (this.#written < this.#scale.entries) await this.#act("put");
    await this.#act("put"); // what is too much goes now
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  async warmUp(act: Act): Promise<void> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < WARM_UP_MS) await this.#timed(act, CALLS_TO_WARM_UP);
    const [microseconds] = await this.#timed(act, CALLS_TO_WARM_UP);
    this.#calls = Math.min(MOST_IN_BATCH, Math.ceil((BATCH_MS * 1000) / microseconds));
  }

  /** What one call takes, of time and of time of the processor. */
  batch(act: Act): Promise<readonly [number, number]> {
    globalThis.gc?.({ type: "minor" }); // what the one before has left is not of this one
    return this.#timed(act, this.#calls);
  }

  costOf(act: Act, times: readonly (readonly [number, number])[]): CacheCost {
    return {
      ...this.#scale,
      subject: this.subject.name,
      act,
      microseconds: median(times.map(([microseconds]) => microseconds)),
      cpuMicroseconds: median(times.map(([, cpu]) => cpu)),
    };
  }

  async #timed(act: Act, calls: number): Promise<readonly [number, number]> {
    const start = process.cpuUsage();
    const startedAt = performance.now();
    for (let n = 0; n < calls; n++) await this.#act(act);
    const took = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(start);
    return [(took * 1000) / calls, (user + system) / calls];
  }

  #act(act: Act): unknown {
    // Far from the one before, as those are that a crawl asks for.
    this.#asked = (this.#asked + 7919) % this.#scale.entries;
    if (act === "hit") return this.#store?.get(pathOf(this.#written - 1 - this.#asked));
    if (act === "miss") return this.#store?.get(`${pathOf(this.#asked)}&missing`);
    return this.#store?.put(pathOf(this.#written++), this.#body);
  }
}

function pathOf(n: number): string {
  return `/some/path/of/a/page?id=${n}`;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
