import { succeed } from "../script.ts";
import type { Traits } from "./law.ts";
import { type MadeCall, PLAIN } from "./made-call.ts";
import { REQUESTS } from "./schedules.ts";
import type { World } from "./world.ts";

/** A layer that lets so many calls through at once is taken to have no limit. */
export const MOST = 1_000;
/** How many calls in sequence a layer is given first, to find its pace. */
export const SUCCESSES = 5;
/** How long whatever happened is given to be forgotten. It costs nothing. */
const LONG_MS = 1e12;
/** How often a wait is looked into that each call begins with. */
const WAITS = 100;
/** Chance is the same for all calls that are counted, or it would count. */
const SEED = 0;

/** What a fresh layer does with very many calls at once. */
export interface Fresh {
  /** How many reach the leaf, for each request of which that is bounded. */
  readonly capacity: ReadonlyMap<string, number>;
  /** Whether these hold places, so that time alone lets no others in. */
  readonly hasPlaces: boolean;
  /** Whether the others wait. */
  readonly queues: boolean;
}

/** Measures a fresh layer, of which `world` makes one each time. */
export async function measure(world: () => World, traits: Traits): Promise<Fresh> {
  const capacity = await capacityOf(world(), traits);
  const bounded = [...capacity].find(([, limit]) => limit < MOST);
  if (!bounded) return { capacity, hasPlaces: false, queues: false };
  return { capacity, ...(await overflow(world(), traits, ...bounded)) };
}

/**
 * Rests, serves so many calls in sequence, rests, and counts how many of `tries` calls reach the leaf.
 *
 * A layer that may answer by itself is given requests it has not seen.
 */
export async function probe(
  world: World,
  traits: Traits,
  request: string,
  { successes, tries }: { readonly successes: number; readonly tries: number },
): Promise<number> {
  await world.pass(LONG_MS);
  for (let n = 0, ended = true; n < successes && ended; n++) {
    const { settled } = await served(world, traits, request);
    ended = settled !== undefined; // or the others would not end either, and that takes long
  }
  await world.pass(LONG_MS);
  const calls = await flood(world, traits, request, tries);
  const reached = reachedOf(calls);
  await world.drain();
  return reached;
}

async function capacityOf(world: World, traits: Traits): Promise<Fresh["capacity"]> {
  const found = new Map<string, number>();
  for (const request of REQUESTS) {
    const limit = await probe(world, traits, request, { successes: SUCCESSES, tries: MOST });
    if (limit < MOST || found.size === 0) found.set(request, limit);
  }
  return found;
}

async function served(world: World, traits: Traits, request: string): Promise<MadeCall> {
  const made = call(world, traits, request, true);
  await world.endTurn();
  if (!world.atRest) await world.drain();
  return made;
}

/** Sees what becomes of one call more than there is room for. */
async function overflow(
  world: World,
  traits: Traits,
  request: string,
  limit: number,
): Promise<Omit<Fresh, "capacity">> {
  const calls = await flood(world, traits, request, limit + 1);
  const queues = calls.some(({ settled, reached }) => !settled && reached.length === 0);
  await world.pass(LONG_MS);
  calls.push(call(world, traits, request, false));
  await world.pass(LONG_MS);
  const hasPlaces = reachedOf(calls) === limit;
  await world.drain();
  return { queues, hasPlaces };
}

/** Makes calls at once, and waits until the first has reached the leaf. */
async function flood(
  world: World,
  traits: Traits,
  request: string,
  tries: number,
): Promise<MadeCall[]> {
  const calls = Array.from({ length: tries }, () => call(world, traits, request, false));
  await world.endTurn();
  const { clock } = world.timeline;
  for (let n = 0; n < WAITS && reachedOf(calls) === 0 && clock.nextDue < Infinity; n++) {
    await world.pass(clock.nextDue - clock.now());
  }
  return calls;
}

function reachedOf(calls: readonly MadeCall[]): number {
  return calls.filter(({ reached }) => reached.length > 0).length;
}

function call(world: World, { answers }: Traits, request: string, answered: boolean): MadeCall {
  const asked = answers ? `${request} ${world.calls.length}` : request;
  const answer = answered ? succeed("served") : undefined;
  return world.call({ ...PLAIN, request: asked, answer, seed: SEED });
}
