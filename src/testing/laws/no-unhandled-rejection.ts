import type { Law } from "./law.ts";
import { describeError } from "./story.ts";

/** No promise that the layer makes rejects unhandled. */
export const noUnhandledRejection: Law = {
  name: "no unhandled rejection",
  atEnd: ({ unhandled: [first] }) =>
    first && `a promise rejected with ${describeError(first.reason)}, and nobody heard it`,
};
