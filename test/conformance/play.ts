import { type Case, NotPlayed, type Player } from "./case.ts";
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

async function playOne(
  the: Case,
  player: Player | undefined,
  policy: string | undefined,
): Promise<Result> {
  if (!player) return { the, problem: undefined, skipped: "unknown kind" };
  try {
    return { the, policy, problem: await player(the) };
  } catch (error) {
    if (error instanceof NotPlayed) return { the, problem: undefined, skipped: error.message };
    return { the, policy, problem: `threw ${String(error)}` };
  }
}
