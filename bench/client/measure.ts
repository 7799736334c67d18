import { once } from "node:events";

import { watchHeap } from "../crawl/gc-cost.ts";
import { page, pathOf } from "./page.ts";
import type { Get } from "./subject.ts";
import { subjects } from "./subjects.ts";

/** What requests cost. */
export interface ClientCost {
  readonly requests: number;
  /** Of the processor, in user and system, in milliseconds. */
  readonly cpuMs: number;
  /** Bytes put on the heap. */
  readonly allocated: number;
}

/** Requests at once, over as many connections. */
export const CONCURRENCY = 50;

const WARM_UP = { ms: 4000, requests: 10_000 };
/** For what others have put out of the caches of the processor, and what was given back to the system meanwhile. */
const RUN_UP = { ms: 60, requests: 0 };
const MEASURED = { ms: 100, requests: 0 };
/** Requests between looks at the time of the processor. */
const BATCH = 50;

/**
 * Measures in this process, whenever the one that made it says so, and tells that: `false` first where
 * the subject is missing, else `true` once it is warm.
 */
export async function obey(subject: string, origin: string): Promise<void> {
  const make = await subjects[subject]?.().catch(missing);
  const get = make?.(origin, CONCURRENCY);
  if (!get) return void process.send?.(false);
  await load(get, origin, WARM_UP);
  process.send?.(true);
  for (;;) {
    await once(process, "message");
    process.send?.(await measured(get, origin));
  }
}

function missing(error: unknown): undefined {
  const isMissing = error instanceof Error && "code" in error;
  if (isMissing && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw error;
}

async function measured(get: Get, origin: string): Promise<ClientCost> {
  await load(get, origin, RUN_UP);
  const heap = watchHeap();
  const cost = await load(get, origin, MEASURED);
  return { ...cost, allocated: heap().allocated };
}

/** How long to go on at the least: in time of the processor, and in requests. */
interface Effort {
  readonly ms: number;
  readonly requests: number;
}

/** Keeps as many requests under way as are allowed. */
async function load(
  get: Get,
  origin: string,
  least: Effort,
): Promise<Omit<ClientCost, "allocated">> {
  const before = process.cpuUsage();
  let requests = 0;
  let cpuMs = 0;
  const one = async (): Promise<void> => {
    while (cpuMs < least.ms || requests < least.requests) {
      const n = requests++;
      await ask(get, origin + pathOf(n));
      if (n % BATCH === 0) cpuMs = msSince(before);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return { requests, cpuMs: msSince(before) };
}

/** An answer that is not the page is no answer to compare with. */
async function ask(get: Get, url: string): Promise<void> {
  const { status, body } = await get(url);
  if (status === 200 && page.equals(body)) return;
  throw new Error(
    `Expected ${url} with 200 and ${page.length} bytes: got ${status}, ${body.length}`,
  );
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
