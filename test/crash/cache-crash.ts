import { join } from "node:path";

import { type CacheRound, killRound, loadRound } from "./cache-rounds.ts";

/** What is to be done to a disk cache. */
export interface CrashOptions {
  /** A folder that is empty. */
  readonly dir: string;
  readonly seed: number;
  /** How many processes are killed. */
  readonly kills: number;
  /** How often all is read while two processes write. */
  readonly reads: number;
}

/** What came of it. */
export interface CrashReport {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** Kills processes that write to a disk cache, one after another, then lets two write at once. */
export async function crashCache({ dir, kills, reads, seed }: CrashOptions): Promise<CrashReport> {
  const rounds: CacheRound[] = [];
  for (let round = 0; round < kills; round++) {
    rounds.push(await killRound(join(dir, "kills"), seed, round));
  }
  const load = await loadRound(join(dir, "load"), seed, reads);
  const sum = (count: (round: CacheRound) => number): number =>
    rounds.reduce((sum, round) => sum + count(round), 0);
  return {
    lines: [
      `${kills} kills left ${sum(({ check }) => check.whole)} entries whole, ` +
        `${sum(({ check }) => check.broken.length)} broken, ` +
        `${sum(({ check }) => check.left.length)} not finished, ` +
        `${sum(({ check }) => check.missing.length)} in the journal only, ` +
        `${sum(({ check }) => check.unlisted.length)} not in the journal`,
      `two processes left ${load.check.whole} entries whole, ${load.check.missing.length} in the ` +
        `journal only, ${load.check.unlisted.length} not in the journal`,
    ],
    faults: [...rounds, load].flatMap(({ faults }, round) =>
      faults.map((fault) => `${round < kills ? `kill ${round}` : "load"}: ${fault}`),
    ),
  };
}
