import type { SpanContext } from "@opentelemetry/api";

/** What was put on the wire for one request so far, be it in several calls. */
export class Sends {
  /** How often it was sent. */
  count: number;
  /** The span of what was sent last; undefined where that was not recorded. */
  last: SpanContext | undefined;

  constructor(count = 0, last?: SpanContext) {
    this.count = count;
    this.last = last;
  }
}
