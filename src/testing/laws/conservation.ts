import { type Fresh, MOST, probe, SUCCESSES } from "./capacity.ts";
import { firstOf, type Traits } from "./law.ts";
import type { World } from "./world.ts";

/** How many calls are tried where there is no limit. */
const FEW = 3;
/** How many successes in sequence it may take to be trusted again. */
const MOST_SUCCESSES = 250;

/** Says where more calls are under way than a fresh layer has places for. */
export function crowded({ leaf }: World, fresh: Fresh): string | undefined {
  if (!fresh.hasPlaces) return undefined;
  return firstOf(fresh.capacity, ([request, limit]) => {
    const served = leaf.open
      .filter(({ call, context }) => call?.request === request && !context.aborted)
      .map(({ call }) => call);
    const { size } = new Set(served);
    return size > limit
      ? `${size} calls ${JSON.stringify(request)} are at the leaf at once; a fresh layer has places for ${limit}`
      : undefined;
  });
}

/** Says where a layer that has come to rest lets through more or fewer calls than when it was fresh. */
export async function unlikeFresh(
  world: World,
  traits: Traits,
  { capacity }: Fresh,
): Promise<string | undefined> {
  for (const [request, limit] of capacity) {
    const tries = limit === MOST ? FEW : limit + 1;
    const expected = Math.min(limit, tries);
    let reached = await probe(world, traits, request, { successes: SUCCESSES, tries });
    if (reached < expected) {
      reached = await probe(world, traits, request, { successes: MOST_SUCCESSES, tries });
    }
    if (reached !== expected) {
      const fewer = reached < expected ? "only " : "";
      return `${fewer}${reached} of ${tries} calls ${JSON.stringify(request)} at once reached the leaf when all was over; ${expected} do when the layer is fresh`;
    }
  }
  return undefined;
}
