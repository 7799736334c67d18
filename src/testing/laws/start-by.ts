import { firstOf, type Law, type Traits } from "./law.ts";
import type { MadeCall } from "./made-call.ts";
import type { World } from "./world.ts";

/**
 * No call waits in the layer past its `startBy`: it has made an inner call by then, or is refused. One
 * that may not wait at all is decided without time passing.
 */
export const startByHonoured: Law = {
  name: "startBy honoured",
  always: (world, traits) => firstOf(world.calls, (call) => waitsOn(call, world, traits)),
  atEnd: (world, traits) => firstOf(world.calls, (call) => waitedOn(call, world, traits)),
};

function waitsOn(call: MadeCall, world: World, traits: Traits): string | undefined {
  const { startBy } = call.context;
  const now = world.timeline.clock.now();
  const isOver = now > startBy || call.made.at === startBy;
  if (!isOver || call.settled || call.aborted || call.leafCalls.length > 0) return undefined;
  if (traits.detaches && joined(call, world)) return undefined;
  return `${call.name} has neither started nor been refused at ${now} ms, its startBy is ${startBy} ms`;
}

/** Whether it may wait for an inner call of another. */
function joined(call: MadeCall, { leaf }: World): boolean {
  return leaf.calls.some(({ request, ended }) => request === call.request && !ended);
}

/** Time may have passed by its `startBy` and its end in one go. */
function waitedOn(call: MadeCall, { leaf }: World, { detaches }: Traits): string | undefined {
  const { startBy } = call.context;
  const [first] = call.leafCalls;
  const leftAt = first ? first.begun.at : call.aborted ? call.aborted.at : call.settled?.at;
  if (leftAt === undefined || leftAt <= startBy) return undefined;
  if (
    detaches &&
    leaf.calls.some(({ request, begun }) => request === call.request && begun.at <= startBy)
  )
    return undefined;
  return `${call.name} ${first ? "started" : "was refused"} at ${leftAt} ms, its startBy is ${startBy} ms`;
}
