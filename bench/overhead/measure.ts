import { shuffled } from "../shuffled.ts";
import { medianOf } from "../spread.ts";
import { hops } from "./hops.ts";
import type { Row } from "./row.ts";

/** What a call of a row costs, all that it awaits and the loop around it included. */
export interface Cost extends Omit<Row, "call" | "group"> {
  readonly nanoseconds: number;
  /** What the median is of; in each round it was measured right beside what it is compared with. */
  readonly rounds: readonly number[];
  readonly bytes: number;
  /** Undefined where a call needs more than microtasks. */
  readonly hops: number | undefined;
}

const ROUNDS = 41;
const BATCH_NANOSECONDS = 10e6; // long enough for a row to pay for its own collections
const CALLS_TO_WARM_UP = 3000;
const ROUNDS_WEIGHED = 9;
const CALLS_WEIGHED = 500; // few enough for no collection to come between

/**
 * Measures rows beside each other.
 *
 * They take turns, in a new order each round, a group after the other, so that neither a slow moment of the
 * machine nor what one leaves behind meets always the same; each is told by its medians, in time of the
 * processor, so that a busy machine matters little.
 */
export async function measure(rows: readonly Row[]): Promise<readonly Cost[]> {
  const batches = new Map<Row, number>();
  for (const row of rows) batches.set(row, await callsOfBatch(row));
  const times = await inRounds(rows, ROUNDS, (row) => nanoseconds(row, batches.get(row) ?? 1));
  // Last, since full collections upset what is compiled.
  const weights = await inRounds(rows, ROUNDS_WEIGHED, bytes);
  const costs: Cost[] = [];
  for (const row of rows) {
    const { call, group: _, ...what } = row;
    const rounds = times.get(row) ?? [];
    const [nanoseconds, bytes] = [medianOf(rounds), medianOf(weights.get(row) ?? [])];
    costs.push({ ...what, nanoseconds, rounds, bytes, hops: await hops(call) });
  }
  return costs;
}

/** Bytes on the heap once all that can be collected is. */
export function usedHeap(): number {
  if (!globalThis.gc) throw new Error("Run with node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function inRounds(
  rows: readonly Row[],
  rounds: number,
  measure: (row: Row) => Promise<number>,
): Promise<ReadonlyMap<Row, readonly number[]>> {
  const values = new Map(rows.map((row) => [row, [] as number[]]));
  const groups = groupsOf(rows);
  for (let round = 0; round < rounds; round++) {
    for (const row of shuffled(groups).flatMap(shuffled)) {
      values.get(row)?.push(await measure(row));
    }
  }
  return values;
}

/** Who has no group is one alone. */
function groupsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups = new Map<string | Row, Row[]>();
  for (const row of rows) {
    const group = row.group ?? row;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()];
}

async function callsOfBatch(row: Row): Promise<number> {
  await repeat(row, CALLS_TO_WARM_UP);
  return Math.ceil(BATCH_NANOSECONDS / (await nanoseconds(row, CALLS_TO_WARM_UP)));
}

async function nanoseconds(row: Row, calls: number): Promise<number> {
  globalThis.gc?.({ type: "minor" }); // what the row before has left is not of this one
  const start = process.cpuUsage();
  await repeat(row, calls);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / calls;
}

async function bytes(row: Row): Promise<number> {
  const before = usedHeap();
  await repeat(row, CALLS_WEIGHED);
  return (process.memoryUsage().heapUsed - before) / CALLS_WEIGHED;
}

async function repeat({ call }: Row, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await call(n);
}
