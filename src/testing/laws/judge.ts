import { cancellation } from "./cancellation.ts";
import type { Fresh } from "./capacity.ts";
import { crowded } from "./conservation.ts";
import { contextTravels } from "./context-travels.ts";
import { errorTransparency } from "./error-transparency.ts";
import { firstCome } from "./first-come.ts";
import type { Law, Traits } from "./law.ts";
import { liveness } from "./liveness.ts";
import { noDoubleCall } from "./no-double-call.ts";
import { noOrphans } from "./no-orphans.ts";
import { noResidue } from "./no-residue.ts";
import { noSynchronousThrow } from "./no-synchronous-throw.ts";
import { noUnhandledRejection } from "./no-unhandled-rejection.ts";
import { startByHonoured } from "./start-by.ts";
import { transparency } from "./transparency.ts";
import type { World } from "./world.ts";

/** The laws that a look at one world decides. One that is broken tends to break those after it. */
const laws: readonly Law[] = [
  noSynchronousThrow,
  contextTravels,
  noDoubleCall,
  transparency,
  errorTransparency,
  cancellation,
  noOrphans,
  startByHonoured,
  firstCome,
  noResidue,
  liveness,
  noUnhandledRejection,
];

/** Laws that compare worlds. */
export const REFUSALS_RESERVE_NOTHING = "refusals reserve nothing";
export const PERMITS_CONSERVED = "permits conserved";
export const STACKING = "stacking";

/** Whichever of the broken laws is first here is named: it is likely to have broken the others. */
const precedence: readonly string[] = [
  ...laws.slice(0, laws.indexOf(noResidue)).map(({ name }) => name),
  REFUSALS_RESERVE_NOTHING,
  PERMITS_CONSERVED,
  ...laws.slice(laws.indexOf(noResidue)).map(({ name }) => name),
  STACKING,
];

/** Watches a layer, and remembers of each law how it was broken first. */
export class Judge {
  readonly #breaches = new Map<string, string>();
  readonly #traits: Traits;
  readonly #fresh: Fresh;
  readonly #ended = new WeakSet<World>();

  constructor(traits: Traits, fresh: Fresh) {
    this.#traits = traits;
    this.#fresh = fresh;
  }

  /** Asks what holds at the end of every turn, until all is over. */
  readonly watch = (world: World): void => {
    if (this.#ended.has(world)) return;
    for (const { name, always } of laws) this.note(name, always?.(world, this.#traits));
    this.note(PERMITS_CONSERVED, crowded(world, this.#fresh));
  };

  /** Asks what holds when all is over. */
  end(world: World): void {
    this.#ended.add(world);
    for (const { name, atEnd } of laws) this.note(name, atEnd?.(world, this.#traits));
  }

  note(law: string, seen: string | undefined): void {
    if (seen !== undefined && !this.#breaches.has(law)) this.#breaches.set(law, seen);
  }

  /** What was seen of each broken law, by its name. */
  breaches(): ReadonlyMap<string, string> {
    const inOrder = [...this.#breaches].toSorted(
      ([one], [other]) => precedence.indexOf(one) - precedence.indexOf(other),
    );
    return new Map(inOrder);
  }
}
