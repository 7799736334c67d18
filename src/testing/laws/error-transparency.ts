import { RejectedError, ServiceError } from "../../service/errors.ts";
import { firstOf, type Law, type Traits } from "./law.ts";
import type { MadeCall } from "./made-call.ts";
import { serving, wasGiven } from "./serving.ts";
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
  const { settled, aborted } = call;
  if (!settled || settled.outcome.ok) return undefined;
  const { error } = settled.outcome;
  if (aborted?.reason === error || wasGiven(error, serving(call, world, traits))) return undefined;
  const seen = `${call.name} rejected with ${describeError(error)}`;
  if (!(error instanceof ServiceError)) return `${seen}, which the leaf never gave it`;
  if (error instanceof RejectedError) {
    return call.reached.length > 0 ? `${seen}, a refusal, although the leaf was called` : undefined;
  }
  const hidden = call.reached.find(({ ended }) => ended?.turn === settled.turn);
  return hidden && !aborted && !settled.turn.timed
    ? `${seen} when ${hidden.name} had ended`
    : undefined;
}
