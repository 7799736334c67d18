import { getEventListeners } from "node:events";

import { firstOf, type Law } from "./law.ts";
import type { MadeCall } from "./made-call.ts";

/** When all calls have settled, nothing of them is left: no timer, no hook, no listener on a signal. */
export const noResidue: Law = {
  name: "no residue",
  always: ({ atRest, timeline: { clock }, lifetime: { listeners } }) => {
    if (!atRest || clock.pending + listeners === 0) return undefined;
    const left = clock.pending > 0 ? "timer that is still to fire" : "hook for an abort";
    return `all has settled but a ${left}`;
  },
  atEnd: ({ atRest, calls }) => (atRest ? firstOf(calls, listenedTo) : undefined),
};

function listenedTo({ name, controller }: MadeCall): string | undefined {
  const listeners = controller ? getEventListeners(controller.signal, "abort") : [];
  return listeners.length > 0 ? `${name} has settled, and its signal is listened to` : undefined;
}
