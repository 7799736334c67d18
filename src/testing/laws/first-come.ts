import { firstOf, type Law } from "./law.ts";

/**
 * Of calls that ask for the same, those first come are first to start, in a layer that `queues`: one
 * that says so, or that calls are seen to wait in for others, unless it is said not to.
 */
export const firstCome: Law = {
  name: "first come, first served",
  atEnd: ({ leaf }, traits) => {
    const last = new Map<string, number>();
    return firstOf(traits.queues ? leaf.calls : [], (leafCall) => {
      const { call } = leafCall;
      if (!call || call.leafCalls[0] !== leafCall) return undefined;
      const before = last.get(call.request) ?? -1;
      last.set(call.request, call.number);
      return before > call.number ? `${call.name} started after call ${before}` : undefined;
    });
  },
};
