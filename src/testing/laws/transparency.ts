import { show } from "../../service/options.ts";
import { firstOf, type Law, type Traits } from "./law.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { MadeCall } from "./made-call.ts";
import { serving } from "./serving.ts";
import type { World } from "./world.ts";

/** A request reaches the inner service as it came, and a response is one that the inner service gave. */
export const transparency: Law = {
  name: "transparency",
  atEnd: (world, traits) =>
    traits.maps
      ? undefined
      : (firstOf(world.leaf.calls, otherRequest) ??
        firstOf(world.calls, (call) => otherResponse(call, world, traits))),
};

function otherRequest(leafCall: LeafCall): string | undefined {
  const { call, request } = leafCall;
  if (!call || call.request === request) return undefined;
  return `${leafCall.name} was asked ${show(request)}, ${call.name} ${show(call.request)}`;
}

function otherResponse(call: MadeCall, world: World, traits: Traits): string | undefined {
  const outcome = call.settled?.outcome;
  if (!outcome?.ok) return undefined;
  const { value } = outcome;
  const given = serving(call, world, traits).some(
    ({ ended }) => ended?.outcome.ok && ended.outcome.value === value,
  );
  return given
    ? undefined
    : `${call.name} was answered ${show(value)}, which the leaf did not answer it`;
}
