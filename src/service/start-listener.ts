import { type ContextKey, contextKey } from "./context-key.ts";

/**
 * Called whenever the call reaches the leaf of its stack, so that its caller learns that the wait to
 * start is over.
 */
export const startListener: ContextKey<(() => void) | undefined> = contextKey<
  (() => void) | undefined
>("startListener", undefined);
