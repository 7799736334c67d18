import type { Context as OtelContext } from "@opentelemetry/api";

import { type ContextKey, contextKey } from "../../service/context-key.ts";
import { Sends } from "./sends.ts";

/** What those who trace the parts of a call know of it. */
export class CallTrace {
  /** What the spans of the parts are part of; the SDK is told of it when it is asked for. */
  readonly span: { readonly context: OtelContext };
  readonly sends: Sends;

  constructor(span: { readonly context: OtelContext }, sends: Sends = new Sends()) {
    this.span = span;
    this.sends = sends;
  }
}

/** The trace of the call that is under way, where it has one. */
export const callTraceKey: ContextKey<CallTrace | undefined> = contextKey("callTrace", undefined);
