import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

import { shuffled } from "../overhead/measure.ts";
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

const MANY = ["pagoda, 64 bits", "pagoda, 128 bits", "Set of strings"];
const USUAL = 64;
/** Rounds are fewer the longer one takes. */
const SCALES: readonly (readonly [keys: number, length: number, rounds: number])[] = [
  [1000, USUAL, 9],
  [10_000, USUAL, 9],
  [100_000, USUAL, 9],
  [1_000_000, USUAL, 5],
  [10_000_000, USUAL, 3],
  [18_000_000, USUAL, 1],
  [100_000, 32, 5],
  [100_000, 128, 5],
  [100_000, 1024, 5],
];

/** Measures each set in a process of its own, in turns. */
export function makeReport(): SeenReport {
  const rows = SCALES.flatMap(([keys, length, rounds]) => rowsAt(MANY, { keys, length, rounds }));
  const evicting = rowsAt(["pagoda, at most 4,096"], { keys: 1_000_000, length: USUAL, rounds: 5 });
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model ?? process.arch}`;
  return { node: process.version, machine, rows: [...rows, ...evicting] };
}

function rowsAt(
  subjects: readonly string[],
  { keys, length, rounds }: { keys: number; length: number; rounds: number },
): readonly SeenRow[] {
  const costs = new Map(subjects.map((subject) => [subject, [] as (SeenCost | undefined)[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [subject, all] of shuffled([...costs])) all.push(measured(subject, keys, length));
  }
  return subjects.map((subject) => {
    const all = (costs.get(subject) ?? []).filter((cost) => cost !== undefined);
    return { subject, keys, length, cost: median(all) };
  });
}

function measured(subject: string, keys: number, length: number): SeenCost | undefined {
  const script = fileURLToPath(new URL("../seen.js", import.meta.url));
  const words = ["--expose-gc", script, "--one", subject, String(keys), String(length)];
  try {
    const answer = execFileSync(process.execPath, words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const cost: SeenCost = JSON.parse(answer);
    return cost;
  } catch {
    return undefined; // a Set throws beyond 16.7 million, and the table says so
  }
}

function median(costs: readonly SeenCost[]): SeenCost | undefined {
  const [first] = costs;
  const of = (value: (cost: SeenCost) => number): number =>
    costs.map(value).toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
  return (
    first && {
      ...first,
      addNanoseconds: of(({ addNanoseconds }) => addNanoseconds),
      hitNanoseconds: of(({ hitNanoseconds }) => hitNanoseconds),
      bytes: of(({ bytes }) => bytes),
      longestMs: of(({ longestMs }) => longestMs),
    }
  );
}
