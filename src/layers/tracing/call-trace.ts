import { type ContextKey, contextKey } from "../../service/context-key.ts";
import type { LazySpan } from "./lazy-span.ts";

/** What those who trace the attempts of a call know of it. */
export class CallTrace {
  readonly span: LazySpan;
  /** How many requests it has put on the wire. */
  sends = 0;

  constructor(span: LazySpan) {
    this.span = span;
  }
}

/** The trace of the call that is under way, where it has one. */
export const callTraceKey: ContextKey<CallTrace | undefined> = contextKey("callTrace", undefined);
