import { requireBoolean, requireOptions, requireWhole } from "./options.ts";

/**
 * What a layer does with calls: for the builder, which warns of orders that defeat a layer, and for
 * the laws that it is tested by. All are by default what a layer does that passes each call on.
 */
export interface LayerTraits {
  /** The most inner calls that one call makes of the same request. @defaultValue 1 */
  readonly multiplicity?: number;
  /** Several of them may be under way at once. @defaultValue `false` */
  readonly parallel?: boolean;
  /** Calls may wait in it for their admission. @defaultValue `false` */
  readonly queues?: boolean;
  /** What passes spends something scarce, such as a turn or a place. @defaultValue `false` */
  readonly limits?: boolean;
  /** It may answer without the inner service. @defaultValue `false` */
  readonly answers?: boolean;
  /** It shortens the time that a call may wait for admission further in. @defaultValue `false` */
  readonly sheds?: boolean;
  /** Inner calls may outlive the call that made them. @defaultValue `false` */
  readonly detaches?: boolean;
  /** It may change requests, responses or errors that pass. @defaultValue `false` */
  readonly maps?: boolean;
}

/** One layer of a stack, as it was declared. */
export interface LayerPart {
  readonly name: string;
  /** Absent where a layer has declared nothing, as a plain function cannot. */
  readonly traits?: LayerTraits;
}

const declared = new WeakMap<object, readonly LayerPart[]>();

/** Writes down what a layer or a stack is made of, outermost first. */
export function declareParts(made: object, parts: readonly LayerPart[]): void {
  declared.set(made, parts);
}

/** What a layer or a stack is made of, outermost first, if that was declared. */
export function partsOf(made: object): readonly LayerPart[] | undefined {
  return declared.get(made);
}

/** Throws unless `traits` are such. */
export function requireTraits(traits: LayerTraits): void {
  requireOptions("traits", traits, {
    multiplicity: true,
    parallel: true,
    queues: true,
    limits: true,
    answers: true,
    sheds: true,
    detaches: true,
    maps: true,
  });
  const { multiplicity = 1, ...switches } = traits;
  requireWhole("multiplicity", multiplicity, 0);
  for (const [name, value] of Object.entries(switches)) requireBoolean(name, value);
}
