import { firstOf, type Law } from "./law.ts";
import type { MadeCall } from "./made-call.ts";

/**
 * What a call has left behind when it settles is aborted: an inner call that was too slow, or lost a
 * race. Only a layer that `detaches` lets it go on.
 */
export const noOrphans: Law = {
  name: "no orphans",
  always: ({ calls }, traits) => (traits.detaches ? undefined : firstOf(calls, leftBehind)),
};

function leftBehind(call: MadeCall): string | undefined {
  if (!call.settled) return undefined;
  const orphan = call.reached.find(({ ended, context }) => !ended && !context.aborted);
  return orphan && `${call.name} has settled, and ${orphan.name} goes on without an abort`;
}
