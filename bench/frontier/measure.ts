import { shuffled, usedHeap } from "../overhead/measure.ts";
import { type BenchQueue, requestsOf, type Subject } from "./subject.ts";

/** What an item costs, from when it is put in to when it is settled. */
export interface QueueCost {
  readonly subject: string;
  readonly items: number;
  /** Who puts in, at once; 0 where all is put in before anything is taken. */
  readonly producers: number;
  /** Medians; undefined where there are more items than it can take. */
  readonly nanoseconds: number | undefined;
  /** What stays of an item that waits, beside its request. */
  readonly bytes: number | undefined;
}

const BATCH = 35; // the links of a page
const TAKEN = 10;
/** So that few items are measured as well as many. */
const LEAST_ITEMS = 100_000;

/** Measures subjects beside each other: they take turns, in a new order each round. */
export async function measureAt(
  subjects: readonly Subject[],
  { items, producers, rounds }: { items: number; producers: number; rounds: number },
): Promise<readonly QueueCost[]> {
  const able = subjects.filter(({ most }) => items <= most);
  const costs = new Map(able.map((subject) => [subject, [] as (readonly [number, number])[]]));
  const repeats = Math.ceil(LEAST_ITEMS / items);
  for (let round = 0; round < rounds; round++) {
    for (const [subject, all] of shuffled([...costs])) {
      all.push(await run(subject, { items, producers, repeats: subject.most > 1e5 ? repeats : 1 }));
    }
  }
  return subjects.map((subject) => {
    const all = costs.get(subject);
    return {
      subject: `${subject.name}: ${subject.does}`,
      items,
      producers,
      nanoseconds: all && median(all.map(([nanoseconds]) => nanoseconds)),
      bytes: all && producers === 0 ? median(all.map(([, bytes]) => bytes)) : undefined,
    };
  });
}

async function run(
  subject: Subject,
  { items, producers, repeats }: { items: number; producers: number; repeats: number },
): Promise<readonly [nanoseconds: number, bytes: number]> {
  const requests = requestsOf(items);
  const before = usedHeap();
  let [microseconds, bytes] = [0, 0];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const queue = await subject.open();
    const start = process.cpuUsage();
    if (producers > 0) await atOnce(queue, requests, producers);
    else await fill(queue, requests);
    microseconds += since(start);
    if (repeat === 0 && producers === 0) bytes = (usedHeap() - before) / items;
    const again = process.cpuUsage();
    await drain(queue);
    microseconds += since(again);
  }
  return [(microseconds * 1000) / items / repeats, bytes];
}

async function fill(queue: BenchQueue, requests: Requests): Promise<void> {
  for (let at = 0; at < requests.length; at += BATCH) {
    const added = queue.add(requests.slice(at, at + BATCH));
    if (added instanceof Promise) await added;
  }
}

async function drain(queue: BenchQueue): Promise<void> {
  for (;;) {
    const taken = queue.take(TAKEN);
    if ((typeof taken === "number" ? taken : await taken) === 0) return;
  }
}

/** Each puts in a part, pausing after each page, while one takes what there is. */
async function atOnce(queue: BenchQueue, requests: Requests, producers: number): Promise<void> {
  const share = Math.ceil(requests.length / producers);
  const state = { producing: producers };
  const produce = async (part: Requests): Promise<void> => {
    for (let at = 0; at < part.length; at += BATCH) await queue.add(part.slice(at, at + BATCH));
    state.producing--;
  };
  const parts = Array.from({ length: producers }, (_, n) =>
    produce(requests.slice(n * share, (n + 1) * share)),
  );
  while (state.producing > 0) await queue.take(TAKEN * producers);
  await Promise.all(parts);
}

type Requests = ReturnType<typeof requestsOf>;

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
