import { setTimeout as sleep } from "node:timers/promises";

import { type Case, NotPlayed, type Player, type Problem } from "./case.ts";
import type { Result } from "./report.ts";

/** Plays cases one after another, so that none is measured beside another. */
export async function play(
  cases: readonly Case[],
  players: Readonly<Record<string, Player>>,
  policy: Readonly<Record<string, string>>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const the of cases) results.push(await playOne(the, players[the.kind], policy[the.id]));
  return results;
}

const LONGEST_MS = 120_000;

/** So that one case that hangs does not keep the report from us. */
async function inTime(problem: Problem | Promise<Problem>): Promise<Problem> {
  const ended = new AbortController();
  const late = `it took longer than ${LONGEST_MS} ms`;
  try {
    return await Promise.race([problem, sleep(LONGEST_MS, late, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}

async function playOne(
  the: Case,
  player: Player | undefined,
  policy: string | undefined,
): Promise<Result> {
  if (!player) return { the, problem: undefined, skipped: "unknown kind" };
  try {
    return { the, policy, problem: await inTime(player(the)) };
  } catch (error) {
    if (error instanceof NotPlayed) return { the, problem: undefined, skipped: error.message };
    return { the, policy, problem: `threw ${String(error)}` };
  }
}
