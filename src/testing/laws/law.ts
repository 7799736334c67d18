import type { LayerTraits } from "../../service/traits.ts";
import type { World } from "./world.ts";

/** What a layer is held to, nothing left open. */
export type Traits = Required<LayerTraits>;

/** Says how the law was broken, if it was. */
type Verdict = (world: World, traits: Traits) => string | undefined;

/** One thing that holds for every layer, whatever happens in which order. */
export interface Law {
  readonly name: string;
  /** Asked at the end of every turn. */
  readonly always?: Verdict;
  /** Asked when the schedule has been played and all was given the chance to settle. */
  readonly atEnd?: Verdict;
}

/** The first of the answers that is one. */
export function firstOf<T>(
  things: Iterable<T>,
  ask: (thing: T) => string | undefined,
): string | undefined {
  for (const thing of things) {
    const answer = ask(thing);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
