import { succeed } from "../script.ts";
import type { Traits } from "./law.ts";
import type { MadeCall } from "./made-call.ts";
import { REQUESTS } from "./schedules.ts";
import type { World } from "./world.ts";

/** A layer that lets so many calls through at once is taken to have no limit. */
const MOST = 1_000;
/** How many are tried where there is no limit. */
const FEW = 3;
/** How long whatever happened is given to be forgotten. */
const LONG_MS = 86_400_000;
/** How many successes in sequence it takes at most to be trusted again. */
const SUCCESSES = 5;

/** How many calls at once reach the leaf, for each request of which that is bounded. */
export type Capacity = ReadonlyMap<string, number>;

/** Measures a fresh layer. */
export async function capacityOf(world: World, traits: Traits): Promise<Capacity> {
  const found = new Map<string, number>();
  for (const request of REQUESTS) {
    const limit = await probe(world, traits, request, MOST);
    if (limit < MOST || found.size === 0) found.set(request, limit);
  }
  return found;
}

/** Says where a layer that has come to rest lets through more or fewer calls than when it was fresh. */
export async function unlikeFresh(
  world: World,
  traits: Traits,
  fresh: Capacity,
): Promise<string | undefined> {
  for (const [request, limit] of fresh) {
    const tries = limit === MOST ? FEW : limit + 1;
    const expected = Math.min(limit, tries);
    const reached = await probe(world, traits, request, tries);
    if (reached !== expected) {
      const fewer = reached < expected ? "only " : "";
      return `${fewer}${reached} of ${tries} calls ${JSON.stringify(request)} at once reached the leaf when all was over; ${expected} do when the layer is fresh`;
    }
  }
  return undefined;
}

/**
 * Rests, serves a few calls in sequence, rests, and counts.
 *
 * A layer that may answer by itself is given requests it has not seen.
 */
async function probe(
  world: World,
  { answers }: Traits,
  request: string,
  tries: number,
): Promise<number> {
  const ask = (): string => (answers ? `${request} ${world.calls.length}` : request);
  await world.pass(LONG_MS);
  for (let n = 0; n < SUCCESSES; n++) {
    call(world, ask(), true);
    await world.endTurn();
    if (!world.atRest) await world.drain();
  }
  await world.pass(LONG_MS);
  const calls = Array.from({ length: tries }, () => call(world, ask(), false));
  await world.endTurn();
  const reached = calls.filter(({ reached }) => reached.length > 0);
  await world.drain();
  return reached.length;
}

function call(world: World, request: string, answered: boolean): MadeCall {
  const patient = { startWithinMs: Infinity, timeoutMs: Infinity, signal: false, aborted: false };
  const answer = answered ? succeed("served") : undefined;
  return world.call({ ...patient, request, ignores: false, answer });
}
