import { usedHeap } from "../overhead/measure.ts";
import { type BenchQueue, requestsOf } from "./subject.ts";
import { subjects } from "./subjects.ts";

/** What an item costs, from when it is put in to when it is settled. */
export interface QueueCost {
  readonly nanoseconds: number;
  /** What stays of one that waits, beside its request. */
  readonly bytes: number;
}

const BATCH = 35; // the links of a page
const TAKEN = 10;
/** So that few items are measured as well as many, unless that takes too long. */
const LEAST_ITEMS = 1_000_000;
const LONGEST_MS = 3000;
const WARM_UP_ITEMS = 1000;
const WARM_UP_MS = 1000;

/**
 * Measures one subject in this process, which is to do nothing else. `producers` put in at once while
 * items are taken; 0 where all is put in before any is taken.
 */
export async function measureQueue(
  name: string,
  items: number,
  producers: number,
): Promise<QueueCost> {
  const subject = subjects.find((subject) => subject.name === name);
  if (!subject) throw new Error(`There is no ${name}`);
  const pass = async (requests: Requests): Promise<number> => {
    const queue = await subject.open();
    const start = process.cpuUsage();
    if (producers > 0) await atOnce(queue, requests, producers);
    else await fill(queue, requests);
    await drain(queue);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const few = requestsOf(WARM_UP_ITEMS);
  const warm = performance.now() + WARM_UP_MS;
  while (performance.now() < warm) await pass(few);

  const requests = requestsOf(items);
  let [microseconds, passed] = [0, 0];
  const end = performance.now() + LONGEST_MS;
  while (passed === 0 || (passed < LEAST_ITEMS && performance.now() < end)) {
    microseconds += await pass(requests);
    passed += items;
  }
  // Last, since full collections upset what is compiled.
  const queue = await subject.open();
  const before = usedHeap();
  await fill(queue, requests);
  const bytes = (usedHeap() - before) / items;
  await drain(queue);
  return { nanoseconds: (microseconds * 1000) / passed, bytes };
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
