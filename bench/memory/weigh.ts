import { type State, urlOf } from "./holder.ts";
import { holders } from "./holders.ts";

/** What it costs to hold so many URLs. */
export interface Weight {
  /** Fewer than it was asked for where those took it too long. */
  readonly urls: number;
  /** That stay, in the heap and beside it, all garbage collected. */
  readonly bytes: number;
  /** The most memory that the process had. */
  readonly most: number;
  /** Of the processor, a URL. */
  readonly microseconds: number;
}

const BATCH = 25; // Crawlee gives out no more at once
/** Whoever needs longer than both, in time of the processor, is not waited for. */
const LONGEST_MS = 15_000;
const LONGEST_MICROSECONDS_EACH = 15;

/** Measures one holder in this process, which is to do nothing else. */
export async function weigh(name: string, urls: number, state: State): Promise<Weight> {
  const holder = await holders[name]?.();
  if (!holder) throw new Error(`There is no ${name}`);
  const before = bytesHeld();
  const start = process.cpuUsage();
  const usedMs = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const longest = Math.max(LONGEST_MS, (LONGEST_MICROSECONDS_EACH * urls) / 1000);
  let held = 0;
  while (held < urls && usedMs() < longest) {
    const batch = urlsFrom(held, Math.min(BATCH, urls - held));
    await holder.add(batch);
    if (state === "known") await holder.take(batch.length);
    held += batch.length;
  }
  const microseconds = (1000 * usedMs()) / held;
  const bytes = bytesHeld() - before;
  await holder.take(1); // so that it lived until here
  return { urls: held, bytes, most: process.resourceUsage().maxRSS * 1024, microseconds };
}

/** As they come out of a page: each a flat string of its own. */
function urlsFrom(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) =>
    Buffer.from(urlOf(from + n), "latin1").toString("latin1"),
  );
}

function bytesHeld(): number {
  if (!globalThis.gc) throw new Error("Run with node --expose-gc");
  globalThis.gc();
  globalThis.gc(); // what the first has let go of is counted until the second
  const { external, heapUsed } = process.memoryUsage();
  return heapUsed + external;
}
