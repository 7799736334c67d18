import { createHash } from "node:crypto";

import type { Work } from "./part.ts";
import { parts } from "./parts.ts";

/** What one way to do a part costs, by the kind of input. */
export type WayCost = Readonly<Record<string, KindCost>>;

interface KindCost {
  /** Nanoseconds of the processor for a byte or a link. */
  readonly nanoseconds: number;
  /** Stands for all that came out. */
  readonly digest: string;
}

// In time of the processor, since a busy machine would else leave code uncompiled.
const WARM_UP_MS = 300;
const BATCH_MS = 30;
const BATCHES = 5;

/** Measures one way in this process, which is to do nothing else. */
export function measurePart(name: string, way: string): WayCost {
  const part = parts.find((part) => part.name === name);
  if (!part) throw new Error(`There is no ${name}`);
  return Object.fromEntries(part.kinds.map((kind) => [kind, costOf(part.work(way, kind))]));
}

function costOf(work: Work): KindCost {
  const digest = createHash("sha256").update(JSON.stringify(work.results())).digest("base64");
  nanoseconds(work, WARM_UP_MS);
  const batches = Array.from({ length: BATCHES }, () => nanoseconds(work, BATCH_MS));
  return { nanoseconds: batches.toSorted((a, b) => a - b)[BATCHES >> 1] ?? Number.NaN, digest };
}

function nanoseconds({ size, doAll }: Work, forMs: number): number {
  const start = process.cpuUsage();
  let [done, used] = [0, 0];
  do {
    doAll();
    done += size;
    const { user, system } = process.cpuUsage(start);
    used = user + system;
  } while (used < forMs * 1000);
  return (used * 1000) / done;
}
