import { type BenchSet, subjects } from "./subjects.ts";

/** What a set costs that holds so many keys. */
export interface SeenCost {
  readonly keys: number;
  readonly length: number;
  /** Nanoseconds of the processor that a new key takes, and one that is known. */
  readonly addNanoseconds: number;
  readonly hitNanoseconds: number;
  /** Bytes that stay, a key that is remembered. */
  readonly bytes: number;
  /** The longest that a thousand new keys took, in milliseconds. */
  readonly longestMs: number;
}

const BATCH = 1000;
/** So that few keys are measured as well as many. */
const LEAST_ADDED = 200_000;
const MOST_HITS = 2_000_000;

/** Measures one set in this process, which is to do nothing else. */
export function measureSeen(subject: string, keys: number, length: number): SeenCost {
  const make = subjects[subject];
  if (!make) throw new Error(`There is no ${subject}`);
  warmUp(make, length);
  const before = bytesHeld();
  const sets = Array.from({ length: Math.ceil(LEAST_ADDED / keys) }, make);
  const adds = sets.map((set) => timed(keys, length, (key) => set.add(key)));
  const held = bytesHeld() - before;
  const hits = sets.map((set) => timed(Math.min(keys, MOST_HITS), length, (key) => set.has(key)));
  return {
    keys,
    length,
    addNanoseconds: mean(adds.map(({ nanoseconds }) => nanoseconds)),
    hitNanoseconds: mean(hits.map(({ nanoseconds }) => nanoseconds)),
    bytes: held / sets.reduce((sum, { size }) => sum + size, 0),
    longestMs: Math.max(...adds.map(({ longestMs }) => longestMs)),
  };
}

/** Time of the processor for each of so many keys, the making of them left out. */
function timed(
  keys: number,
  length: number,
  act: (key: string) => unknown,
): { readonly nanoseconds: number; readonly longestMs: number } {
  let [microseconds, longestMs] = [0, 0];
  for (let from = 0; from < keys; from += BATCH) {
    const batch = keysFrom(from, length);
    const startedAt = performance.now();
    const start = process.cpuUsage();
    for (const key of batch) act(key);
    const { user, system } = process.cpuUsage(start);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    microseconds += user + system;
  }
  return { nanoseconds: (microseconds * 1000) / keys, longestMs };
}

/** Keys as they come out of a page: each a flat string of its own. */
function keysFrom(from: number, length: number): readonly string[] {
  return Array.from({ length: BATCH }, (_, n) => {
    const number = from + n;
    const head = `https://host${number % 997}.example.com/${(number * 7919) % 1_000_003}/`;
    const tail = String(number).padStart(length - head.length, "path/");
    return Buffer.from(head + tail, "latin1").toString("latin1");
  });
}

function warmUp(make: () => BenchSet, length: number): void {
  for (let times = 0; times < 50; times++) {
    const set = make();
    timed(2 * BATCH, length, (key) => set.add(key));
    timed(BATCH, length, (key) => set.has(key));
  }
}

function bytesHeld(): number {
  if (!globalThis.gc) throw new Error("Run with node --expose-gc");
  globalThis.gc();
  globalThis.gc(); // what the first has let go of is counted until the second
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
