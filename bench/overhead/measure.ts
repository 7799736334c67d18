import { hops } from "./hops.ts";
import type { Row } from "./row.ts";

/** What a call of a row costs, all that it awaits and the loop around it included. */
export interface Cost extends Omit<Row, "call"> {
  readonly nanoseconds: number;
  readonly bytes: number;
  /** Undefined where a call needs more than microtasks. */
  readonly hops: number | undefined;
}

const ROUNDS = 41;
const CALLS = 1000;
const CALLS_WEIGHED = 500; // few enough for no collection to come between
const ROUNDS_WEIGHED = 9;

/**
 * Measures rows beside each other.
 *
 * They take turns, so that a slow moment of the machine meets them all; each is told by its medians,
 * in time of the processor, its own collections included, so that a busy machine matters little.
 */
export async function measure(rows: readonly Row[]): Promise<readonly Cost[]> {
  const times = await medians(rows, ROUNDS, nanoseconds);
  // Last, since collections upset what is compiled.
  const weights = await medians(rows, ROUNDS_WEIGHED, bytes);
  const costs: Cost[] = [];
  for (const [n, { call, ...row }] of rows.entries()) {
    const [nanoseconds = 0, bytes = 0] = [times[n], weights[n]];
    costs.push({ ...row, nanoseconds, bytes, hops: await hops(call) });
  }
  return costs;
}

/** Bytes on the heap once all that can be collected is. */
export function usedHeap(): number {
  if (!globalThis.gc) throw new Error("Run with node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function medians(
  rows: readonly Row[],
  rounds: number,
  measure: (call: Row["call"]) => Promise<number>,
): Promise<readonly (number | undefined)[]> {
  const values = rows.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, { call }] of rows.entries()) values[n]?.push(await measure(call));
  }
  return values.map((values) => values.toSorted((a, b) => a - b)[rounds >> 1]);
}

async function nanoseconds(call: Row["call"]): Promise<number> {
  globalThis.gc?.({ type: "minor" }); // what the row before has left is not of this one
  return nanosecondsOf(call, calls);
}

function collectYoung(): void {
  globalThis.gc?.({ type: "minor" });
}

async function bytes(call: Row["call"]): Promise<number> {
  const before = usedHeap();
  await repeat(call, CALLS_WEIGHED);
  return (process.memoryUsage().heapUsed - before) / CALLS_WEIGHED;
}

async function repeat(call: Row["call"], times: number): Promise<void> {
  for (let n = 0; n < times; n++) await call(n);
}
