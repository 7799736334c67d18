import { RejectedError } from "../../service/errors.ts";
import { firstOf, type Law, type Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { MadeCall } from "./made-call.ts";
import { errorOf, wasGiven } from "./serving.ts";
import { describeError } from "./story.ts";
import type { World } from "./world.ts";

/**
 * A call that is aborted rejects with the reason: at once if it waits for nothing further in, else as
 * soon as that has ended. Its inner calls are aborted with it, unless they are detached, and none
 * begins once it was aborted or has settled.
 */
export const cancellation: Law = {
  name: "cancellation",
  always: ({ calls }, traits) => firstOf(calls, (call) => notHeard(call, traits)),
  atEnd: (world, traits) =>
    firstOf(world.calls, (call) => otherReason(call, world, traits)) ??
    (traits.detaches ? undefined : firstOf(world.leaf.calls, begunLate)),
};

function notHeard(call: MadeCall, { detaches }: Traits): string | undefined {
  if (!call.aborted) return undefined;
  const open = call.reached.filter(({ ended }) => !ended);
  const deaf = open.find(({ context }) => !context.aborted);
  if (deaf && !detaches) return `${call.name} was aborted, but ${deaf.name} was not`;
  if (call.settled || open.some(({ context }) => context.aborted)) return undefined;
  return `${call.name} was aborted, waits for nothing further in, and has not settled`;
}

function otherReason(call: MadeCall, world: World, traits: Traits): string | undefined {
  const error = errorOf(call);
  const { aborted } = call;
  if (!aborted || error === undefined || error === aborted.reason || traits.maps) return undefined;
  if (wasGiven(error, call, world, traits) || mayBeFirst(error, call)) return undefined;
  return `${call.name} was aborted, and rejected with ${describeError(error)} instead of the reason`;
}

/** Whether an error of the layer's own may have come before the abort. */
function mayBeFirst(error: unknown, { ask, aborted, settled }: MadeCall): boolean {
  if (ask.aborted) return error instanceof RejectedError;
  if (!aborted || settled?.turn !== aborted.turn) return false;
  return aborted.turn.timed || aborted.turn.commands > 1;
}

function begunLate(leafCall: LeafCall): string | undefined {
  const { call, callWas, turnedAway, begun } = leafCall;
  if (!call || callWas === "pending") return undefined;
  if (turnedAway && begun.turn === call.aborted?.turn) return undefined;
  return `${leafCall.name} began when ${call.name} had ${callWas === "settled" ? "settled" : "been aborted"}`;
}
