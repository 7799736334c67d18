import { inTurns, medianCost } from "../in-turns.ts";
import { machine } from "../machine.ts";
import type { SeenCost } from "./measure.ts";

/** What one set costs at one scale, in the median; undefined where it fails. */
export interface SeenRow {
  readonly subject: string;
  readonly keys: number;
  readonly length: number;
  readonly cost: SeenCost | undefined;
}

/** All that was measured in one run. */
export interface SeenReport {
  readonly node: string;
  readonly machine: string;
  readonly rows: readonly SeenRow[];
}

/** How many keys are measured, and how often. */
export interface Scale {
  readonly keys: number;
  readonly length: number;
  /** Fewer the longer one takes. */
  readonly rounds: number;
}

const MANY = ["pagoda, 64 bits", "pagoda, 128 bits", "Set of strings"];

/** All that is measured. */
export const full: readonly Scale[] = [
  { keys: 1000, length: 64, rounds: 9 },
  { keys: 10_000, length: 64, rounds: 9 },
  { keys: 100_000, length: 64, rounds: 9 },
  { keys: 1_000_000, length: 64, rounds: 5 },
  { keys: 10_000_000, length: 64, rounds: 3 },
  { keys: 18_000_000, length: 64, rounds: 1 },
  { keys: 100_000, length: 32, rounds: 5 },
  { keys: 100_000, length: 128, rounds: 5 },
  { keys: 100_000, length: 1024, rounds: 5 },
];

/** What is measured for a look. */
export const quick: readonly Scale[] = [
  { keys: 10_000, length: 64, rounds: 3 },
  { keys: 10_000_000, length: 64, rounds: 1 },
];

/** Measures everything beside each other. */
export function makeReport(scales: readonly Scale[]): SeenReport {
  const rows = scales.flatMap((scale) => rowsAt(MANY, scale));
  const evicting = rowsAt(["pagoda, at most 4,096"], { keys: 1_000_000, length: 64, rounds: 5 });
  return { node: process.version, machine, rows: [...rows, ...evicting] };
}

function rowsAt(subjects: readonly string[], { keys, length, rounds }: Scale): readonly SeenRow[] {
  const costs = inTurns<SeenCost>({ script: "seen.js", subjects, words: [keys, length], rounds });
  return subjects.map((subject) => {
    return { subject, keys, length, cost: median(costs.get(subject) ?? []) };
  });
}

function median(costs: readonly SeenCost[]): SeenCost | undefined {
  const [first] = costs;
  return (
    first && {
      ...first,
      addNanoseconds: medianCost(costs, ({ addNanoseconds }) => addNanoseconds),
      hitNanoseconds: medianCost(costs, ({ hitNanoseconds }) => hitNanoseconds),
      bytes: medianCost(costs, ({ bytes }) => bytes),
      longestMs: medianCost(costs, ({ longestMs }) => longestMs),
    }
  );
}
