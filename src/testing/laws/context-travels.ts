import { firstOf, type Law, type Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";

/**
 * An inner call is made in the context of its call or one derived from it: values and clock are kept,
 * and deadline and `startBy` only shrink, unless the work is detached. Later attempts may wait to start.
 */
export const contextTravels: Law = {
  name: "context travels",
  atEnd: ({ leaf, timeline }, traits) =>
    firstOf(leaf.calls, (leafCall) =>
      leafCall.context.clock === timeline.clock
        ? lostOnTheWay(leafCall, traits)
        : `${leafCall.name} was given another clock`,
    ),
};

function lostOnTheWay(leafCall: LeafCall, { detaches }: Traits): string | undefined {
  const { call, context } = leafCall;
  if (!call) return `${leafCall.name} came with a context that is not derived from that of a call`;
  if (detaches) return undefined;
  if (context.deadline > call.context.deadline)
    return `${leafCall.name} was given the deadline ${context.deadline}, ${call.name} has ${call.context.deadline}`;
  if (context.startBy > call.context.startBy && call.leafCalls[0] === leafCall)
    return `${leafCall.name} was given the startBy ${context.startBy}, ${call.name} has ${call.context.startBy}`;
  return undefined;
}
