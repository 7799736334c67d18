import { firstOf, type Law } from "./law.ts";

/** Once the inner service has answered everything and time goes on, every call settles. */
export const liveness: Law = {
  name: "liveness",
  atEnd: ({ calls, timeline }) =>
    timeline.endless
      ? "timers are set without end"
      : firstOf(calls, (call) => (call.settled ? undefined : `${call.name} never settles`)),
};
