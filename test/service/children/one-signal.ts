import { getEventListeners } from "node:events";

import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { retry } from "../../../src/layers/retry.ts";
import { timeout } from "../../../src/layers/timeout.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";

const { signal } = new AbortController();
const stack = ServiceBuilder.for<number, number>()
  .layer(timeout(30_000))
  .layer(retry())
  .layer(concurrencyLimit({ limit: 50 }))
  .service(async (n) => n);

let warnings = 0;
process.on("warning", () => warnings++);

/** Calls in batches, of which half has to wait. */
async function call(count: number): Promise<void> {
  for (let n = 0; n < count; n += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => stack.call(n, { signal, timeoutMs: 60_000 })),
    );
  }
}

async function usedHeap(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    await new Promise(setImmediate);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

await call(20_000); // lets the compiler come to rest
const before = await usedHeap();
await call(100_000);
const grownBytes = (await usedHeap()) - before;
const listeners = getEventListeners(signal, "abort").length;
process.stdout.write(JSON.stringify({ warnings, listeners, grownBytes }));
