import { type ContextKey, contextKey } from "../../service/context-key.ts";
import type { Context } from "../../service/context.ts";

/**
 * Names of headers, in lower case, that prove who asks, as `auth` or `sensitiveHeaders` of `redirect`
 * say. What is answered to them is for nobody else, so that a cache keeps it apart.
 */
export const provenKey: ContextKey<ReadonlySet<string>> = contextKey("proven", new Set());

/** The context with these names besides those that are there. */
export function withProven(context: Context, names: readonly string[]): Context {
  if (names.length === 0) return context;
  return context.with(provenKey, new Set([...context.get(provenKey), ...names]));
}
