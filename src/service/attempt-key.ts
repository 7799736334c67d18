import { type ContextKey, contextKey } from "./context-key.ts";

/** Which attempt a call is, counted from 1. Layers under `retry` may read it. */
export const attemptKey: ContextKey<number> = contextKey("attempt", 1);
