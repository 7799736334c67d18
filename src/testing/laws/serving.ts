import type { Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { MadeCall } from "./made-call.ts";
import type { World } from "./world.ts";

/**
 * The leaf calls whose outcome may be that of a call: its own; in a layer that shares or keeps
 * outcomes, those as well that were asked the same.
 */
export function serving(call: MadeCall, { leaf }: World, traits: Traits): readonly LeafCall[] {
  if (!traits.answers && !traits.detaches) return call.leafCalls;
  return leaf.calls.filter((other) => other.call === call || other.request === call.request);
}

/** What a call rejected with, if it did. In an object, as anything can be thrown: `undefined` too. */
export function rejectionOf({ settled }: MadeCall): { readonly error: unknown } | undefined {
  return settled && !settled.outcome.ok ? settled.outcome : undefined;
}

/** Whether a leaf call that may have served the call failed with this very error. */
export function wasGiven(error: unknown, call: MadeCall, world: World, traits: Traits): boolean {
  return serving(call, world, traits).some(
    ({ ended }) => ended && !ended.outcome.ok && ended.outcome.error === error,
  );
}
