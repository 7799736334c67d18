import { inTurns, medianCost } from "../in-turns.ts";
import { machine } from "../machine.ts";
import type { QueueCost } from "./measure.ts";
import { subjects } from "./subjects.ts";

/** What one subject costs at one scale, in the median; undefined where there are too many for it. */
export interface QueueRow {
  readonly subject: string;
  readonly items: number;
  readonly producers: number;
  readonly cost: QueueCost | undefined;
}

/** All that was measured in one run. */
export interface FrontierReport {
  readonly node: string;
  readonly machine: string;
  readonly rows: readonly QueueRow[];
}

/** How many items are measured, and how often. */
export interface Scale {
  readonly items: number;
  /** 0 where all is put in before any is taken. */
  readonly producers: number;
  /** Fewer the longer one takes. */
  readonly rounds: number;
}

/** All that is measured. */
export const full: readonly Scale[] = [
  { items: 1000, producers: 0, rounds: 5 },
  { items: 10_000, producers: 0, rounds: 5 },
  { items: 100_000, producers: 0, rounds: 5 },
  { items: 1_000_000, producers: 0, rounds: 3 },
  { items: 200_000, producers: 1, rounds: 3 },
  { items: 200_000, producers: 4, rounds: 3 },
];

/** What is measured for a look. */
export const quick: readonly Scale[] = [
  { items: 1000, producers: 0, rounds: 1 },
  { items: 1_000_000, producers: 0, rounds: 1 },
  { items: 200_000, producers: 4, rounds: 1 },
];

/** Measures everything beside each other. */
export function makeReport(scales: readonly Scale[]): FrontierReport {
  const rows = scales.flatMap(rowsAt);
  return { node: process.version, machine, rows };
}

function rowsAt({ items, producers, rounds }: Scale): readonly QueueRow[] {
  const able = subjects.filter(({ most }) => items <= most).map(({ name }) => name);
  const costs = inTurns<QueueCost>({
    script: "frontier.js",
    subjects: able,
    words: [items, producers],
    rounds,
  });
  return subjects.map(({ name: subject }) => {
    const [first, ...others] = costs.get(subject) ?? [];
    return { subject, items, producers, cost: first && median([first, ...others]) };
  });
}

function median(costs: readonly QueueCost[]): QueueCost {
  return {
    nanoseconds: medianCost(costs, ({ nanoseconds }) => nanoseconds),
    bytes: medianCost(costs, ({ bytes }) => bytes),
  };
}
