import { GCProfiler } from "node:v8";

/** What the heap cost while something ran. */
export interface GcCost {
  /** Bytes put on the heap. */
  readonly allocated: number;
  /** In milliseconds. */
  readonly gcMs: number;
}

/** Begins to watch the heap; what it gives ends that. */
export function watchHeap(): () => GcCost {
  const profiler = new GCProfiler();
  const atFirst = process.memoryUsage().heapUsed;
  profiler.start();
  return () => {
    const { statistics } = profiler.stop();
    let [allocated, left, microseconds] = [0, atFirst, 0];
    for (const { afterGC, beforeGC, cost } of statistics) {
      allocated += beforeGC.heapStatistics.usedHeapSize - left;
      left = afterGC.heapStatistics.usedHeapSize;
      microseconds += cost;
    }
    allocated += process.memoryUsage().heapUsed - left;
    return { allocated, gcMs: microseconds / 1000 };
  };
}
