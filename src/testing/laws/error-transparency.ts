import { RejectedError, ServiceError } from "../../service/errors.ts";
import { firstOf, type Law, type Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { MadeCall } from "./made-call.ts";
import { rejectionOf, wasGiven } from "./serving.ts";
import { describeError } from "./story.ts";
import type { World } from "./world.ts";

/**
 * A call rejects with the error that the inner service gave, the very same, or with why it was
 * aborted; else with a `ServiceError` of the layer's own, which hides no outcome, and which is no
 * refusal once something was sent.
 */
export const errorTransparency: Law = {
  name: "error transparency",
  atEnd: (world, traits) =>
    traits.maps ? undefined : firstOf(world.calls, (call) => misreported(call, world, traits)),
};

function misreported(call: MadeCall, world: World, traits: Traits): string | undefined {
  const rejection = rejectionOf(call);
  if (!rejection) return undefined;
  const { error } = rejection;
  if (call.aborted && error === call.aborted.reason) return undefined;
  if (wasGiven(error, call, world, traits)) return undefined;
  const wrong =
    error instanceof ServiceError ? untrue(error, call) : "which the leaf never gave it";
  return wrong && `${call.name} rejected with ${describeError(error)}, ${wrong}`;
}

function untrue(error: ServiceError, call: MadeCall): string | undefined {
  if (error instanceof RejectedError) {
    return call.reached.length > 0 ? "a refusal, although the leaf was called" : undefined;
  }
  if (call.aborted || call.settled?.turn.timed) return undefined;
  const hidden = call.reached.find(
    (leafCall) => leafCall.ended?.turn === call.settled?.turn && tells(leafCall),
  );
  return hidden && `when ${hidden.name} had ended`;
}

/** Whether its outcome is one to pass on: it was not given up before, and is no refusal. */
function tells({ ended, context }: LeafCall): boolean {
  if (!ended || context.aborted) return false;
  return ended.outcome.ok || !(ended.outcome.error instanceof RejectedError);
}
