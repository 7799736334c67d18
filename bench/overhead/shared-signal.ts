import { getEventListeners } from "node:events";

import { usedHeap } from "./measure.ts";
import { usualWithSignal } from "./subjects/pagoda.ts";

/** What an AbortSignal that many calls share has kept of them. */
export interface Residue {
  readonly bytes: number;
  readonly listeners: number;
  readonly warnings: number;
}

/** Makes 100,000 calls with one AbortSignal, 100 at once. */
export async function sharedSignal(): Promise<Residue> {
  let warnings = 0;
  const warned = (): void => void warnings++;
  process.on("warning", warned);
  const { signal } = new AbortController();
  const call = usualWithSignal(signal);
  const before = usedHeap();
  for (let n = 0; n < 100_000; n += 100) {
    await Promise.all(Array.from({ length: 100 }, () => call(n)));
  }
  const bytes = (usedHeap() - before) / 100_000;
  process.off("warning", warned);
  return { bytes, listeners: getEventListeners(signal, "abort").length, warnings };
}
