import { firstOf, type Law, type Traits } from "./law.ts";
import type { MadeCall } from "./made-call.ts";

/**
 * A call makes no more inner calls than the layer declares; unless `parallel`, the next begins when
 * the one before has ended or was aborted.
 */
export const noDoubleCall: Law = {
  name: "no double call",
  atEnd: ({ calls }, traits) => firstOf(calls, (call) => tooMany(call, traits)),
  always: ({ calls }, traits) =>
    traits.parallel ? undefined : firstOf(calls, (call) => atOnce(call)),
};

function tooMany(call: MadeCall, { multiplicity }: Traits): string | undefined {
  const { length } = call.reached;
  return length > multiplicity
    ? `${call.name} made ${length} calls of the leaf, where ${multiplicity} is the most`
    : undefined;
}

function atOnce(call: MadeCall): string | undefined {
  const open = call.reached.filter(({ ended, context }) => !ended && !context.aborted);
  return open.length > 1
    ? `${call.name} waits for ${open.map(({ name }) => name).join(" and ")} at once`
    : undefined;
}
