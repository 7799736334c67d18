import type { Law } from "./law.ts";

/** `call` returns a promise and never throws; nor does a timer of the layer, or a hook for an abort. */
export const noSynchronousThrow: Law = {
  name: "no synchronous throw",
  atEnd: ({ misbehaviour }) => misbehaviour[0],
};
