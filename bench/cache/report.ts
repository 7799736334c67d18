import { machine } from "../machine.ts";
import { type CacheCost, measureAt, type Scale } from "./measure.ts";
import { cacache } from "./subjects/cacache.ts";
import { libsql } from "./subjects/libsql.ts";
import { pagoda } from "./subjects/pagoda.ts";
import { plain } from "./subjects/plain.ts";
import { undiciMemory, undiciSqlite } from "./subjects/undici.ts";

/** All that was measured in one run. */
export interface CacheReport {
  readonly node: string;
  readonly machine: string;
  readonly costs: readonly CacheCost[];
}

const SCALES: readonly Scale[] = [
  { entries: 1000, bytes: 10_000 },
  { entries: 100_000, bytes: 10_000 },
  { entries: 1000, bytes: 1_000_000 },
];

/** Measures everything beside each other. */
export async function makeReport(): Promise<CacheReport> {
  const subjects = [plain, pagoda, cacache, libsql, undiciSqlite, undiciMemory];
  const costs: CacheCost[] = [];
  for (const scale of SCALES) costs.push(...(await measureAt(subjects, scale)));
  return { node: process.version, machine, costs };
}
