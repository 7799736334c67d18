import { type ContextKey, contextKey } from "../../service/context-key.ts";

/**
 * Names of headers, in lower case, by which `auth` has proved who asks. What is answered to them is for
 * nobody else, so that a cache keeps it apart.
 */
export const provenKey: ContextKey<ReadonlySet<string>> = contextKey("proven", new Set());
