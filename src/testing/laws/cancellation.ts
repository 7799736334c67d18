import { RejectedError } from "../../service/errors.ts";
import type { Outcome } from "../../service/outcome.ts";
import { firstOf, type Law, type Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { MadeCall } from "./made-call.ts";
import { serving, wasGiven } from "./serving.ts";
import { describeOutcome } from "./story.ts";
import type { World } from "./world.ts";

/**
 * A call that is aborted rejects with the reason: at once if it waits for nothing further in, else as
 * soon as that has ended; what that gave it in spite of the abort may come through. Its inner calls are
 * aborted with it, unless they are detached, and none begins once it was aborted or has settled.
 */
export const cancellation: Law = {
  name: "cancellation",
  always: ({ calls }, traits) => firstOf(calls, (call) => notHeard(call, traits)),
  atEnd: (world, traits) =>
    firstOf(world.calls, (call) => otherEnd(call, world, traits)) ??
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

function otherEnd(call: MadeCall, world: World, traits: Traits): string | undefined {
  const { aborted, settled } = call;
  if (!aborted || !settled || isOf(aborted.reason, settled.outcome)) return undefined;
  const { outcome } = settled;
  if (mayComeThrough(outcome, call, world, traits) || mayBeFirst(outcome, call, traits)) {
    return undefined;
  }
  return `${call.name} was aborted, and ${describeOutcome(outcome)} instead of with the reason`;
}

function isOf(reason: unknown, outcome: Outcome<string>): boolean {
  return !outcome.ok && outcome.error === reason;
}

/** Whether it may come from an inner call that did not heed the abort, as it was or mapped. */
function mayComeThrough(
  outcome: Outcome<string>,
  call: MadeCall,
  world: World,
  traits: Traits,
): boolean {
  if (!traits.maps) return outcome.ok || wasGiven(outcome.error, call, world, traits);
  return serving(call, world, traits).some(
    ({ ended }) => ended && !isOf(call.aborted?.reason, ended.outcome),
  );
}

/** Whether the layer may have come to it by itself before the abort. */
function mayBeFirst(outcome: Outcome<string>, call: MadeCall, { maps }: Traits): boolean {
  const { ask, aborted, settled, leafCalls } = call;
  if (ask.aborted) {
    const refused = !outcome.ok && outcome.error instanceof RejectedError;
    return refused || (maps && leafCalls.length === 0);
  }
  if (!aborted || settled?.turn !== aborted.turn) return false;
  return aborted.turn.timed || aborted.turn.commands > 1;
}

function begunLate(leafCall: LeafCall): string | undefined {
  const { call, callWas, turnedAway, begun } = leafCall;
  if (!call || callWas === "pending") return undefined;
  if (turnedAway && begun.turn === call.aborted?.turn) return undefined;
  return `${leafCall.name} began when ${call.name} had ${callWas === "settled" ? "settled" : "been aborted"}`;
}
