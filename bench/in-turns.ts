import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { shuffled } from "./shuffled.ts";
import { medianOf } from "./spread.ts";

/** What is to be measured in turns. */
export interface Turns {
  /** What measures one subject where it is told `--one` and its name, as seen from `bench/dist/bench/`. */
  readonly script: string;
  readonly subjects: readonly string[];
  /** What else it is told. */
  readonly words: readonly (string | number)[];
  readonly rounds: number;
}

/**
 * Measures subjects in turns, in an order that changes, each time in a process of its own, so that none
 * has the heap of another, nor code that was compiled for it. What fails has one measurement less.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever prints it knows it
export function inTurns<Cost>(turns: Turns): ReadonlyMap<string, readonly Cost[]> {
  const costs = new Map(turns.subjects.map((subject) => [subject, [] as Cost[]]));
  for (let round = 0; round < turns.rounds; round++) {
    for (const [subject, all] of shuffled([...costs])) all.push(...measured<Cost>(subject, turns));
  }
  return costs;
}

/** The median of what the costs say. */
export function medianCost<Cost>(costs: readonly Cost[], value: (cost: Cost) => number): number {
  return medianOf(costs.map(value));
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever prints it knows it
function measured<Cost>(subject: string, { script, words }: Turns): readonly Cost[] {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const told = ["--expose-gc", path, "--one", subject, ...words.map(String)];
  try {
    const answer = execFileSync(process.execPath, told, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const cost: Cost = JSON.parse(answer);
    return [cost];
  } catch {
    return [];
  }
}
