import { cpus } from "node:os";

import { measureAt, type QueueCost } from "./measure.ts";
import { subjects } from "./subjects.ts";

/** All that was measured in one run. */
export interface FrontierReport {
  readonly node: string;
  readonly machine: string;
  readonly costs: readonly QueueCost[];
}

/** Measures everything beside each other. */
export async function makeReport(): Promise<FrontierReport> {
  const costs: QueueCost[] = [];
  await measureAt(subjects, { items: 1000, producers: 0, rounds: 2 }); // to warm up
  for (const [items, rounds] of [
    [1000, 9],
    [10_000, 9],
    [100_000, 7],
    [1_000_000, 3],
  ] as const) {
    costs.push(...(await measureAt(subjects, { items, producers: 0, rounds })));
  }
  for (const producers of [1, 4]) {
    costs.push(...(await measureAt(subjects, { items: 200_000, producers, rounds: 5 })));
  }
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model ?? process.arch}`;
  return { node: process.version, machine, costs };
}
