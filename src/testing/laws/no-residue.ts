import { getEventListeners } from "node:events";

import { firstOf, type Law } from "./law.ts";

/** When all calls have settled, nothing of them is left: no timer, and no listener on a signal. */
export const noResidue: Law = {
  name: "no residue",
  always: ({ atRest, timeline: { clock } }) =>
    atRest && clock.pending > 0
      ? `all has settled, and ${clock.pending} timers are still to fire`
      : undefined,
  atEnd: ({ atRest, calls }) =>
    atRest
      ? firstOf(calls, (call) => {
          const left = call.controller && getEventListeners(call.controller.signal, "abort").length;
          return left ? `${call.name} has settled, and its signal is still listened to` : undefined;
        })
      : undefined,
};
