import { type ContextKey, contextKey } from "./context-key.ts";
import type { Context } from "./context.ts";

/**
 * Called whenever the call reaches the leaf of its stack, so that its caller learns that the wait to
 * start is over.
 */
export const startListener: ContextKey<(() => void) | undefined> = contextKey<
  (() => void) | undefined
>("startListener", undefined);

/** The same call, of whose starts `fn` is told too. */
export function onStart(context: Context, fn: () => void): Context {
  const outer = context.get(startListener);
  const both = outer
    ? (): void => {
        outer();
        fn();
      }
    : fn;
  return context.with(startListener, both);
}
