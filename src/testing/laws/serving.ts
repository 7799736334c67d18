import type { Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { MadeCall } from "./made-call.ts";
import type { World } from "./world.ts";

/** The leaf calls whose outcome may be that of a call: its own, or any that was asked the same where outcomes are shared or kept. */
export function serving(call: MadeCall, { leaf }: World, traits: Traits): readonly LeafCall[] {
  if (!traits.answers && !traits.detaches) return call.leafCalls;
  return leaf.calls.filter((other) => other.call === call || other.request === call.request);
}

/** Whether one of the leaf calls failed with this very error. */
export function wasGiven(error: unknown, leafCalls: readonly LeafCall[]): boolean {
  return leafCalls.some(({ ended }) => ended && !ended.outcome.ok && ended.outcome.error === error);
}
