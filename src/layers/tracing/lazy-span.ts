import {
  type Attributes,
  type Context as OtelContext,
  type HrTime,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";

import type { Clock } from "../../service/clock.ts";

/** What a span is made of. */
export interface LazySpanOptions {
  readonly tracer: Tracer;
  readonly name: string;
  /** Asked for once the span is needed. */
  readonly options: () => SpanOptions;
  readonly parent: () => OtelContext;
  readonly clock: Clock;
}

/**
 * A span that begins when it is made but is told to the SDK when it is first needed: by a child, by
 * headers that carry it on, or by its end. So what turns out to be refused need not have had one.
 *
 * Its times are those of the clock of the call.
 */
export class LazySpan {
  readonly #options: LazySpanOptions;
  readonly #wallMs: number;
  readonly #startedAt: number;
  #context: OtelContext | undefined;
  #span: Span | undefined;

  constructor(options: LazySpanOptions) {
    this.#options = options;
    this.#wallMs = options.clock.wallMs();
    this.#startedAt = options.clock.now();
  }

  /** Whether anybody has needed it. */
  get needed(): boolean {
    return this.#span !== undefined;
  }

  /** The context in which it is the active span. */
  get context(): OtelContext {
    return (this.#context ??= trace.setSpan(this.#options.parent(), this.#start()));
  }

  /** How long ago it began, in milliseconds. */
  elapsedMs(): number {
    return this.#options.clock.now() - this.#startedAt;
  }

  /** Tells of something that happened now. */
  event(name: string, attributes: Attributes): void {
    this.#start().addEvent(name, attributes, this.#time(this.elapsedMs()));
  }

  /** Ends it; an `error.type` among the attributes makes it an error. */
  end(attributes: Attributes): void {
    const span = this.#start().setAttributes(attributes);
    if ("error.type" in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.#time(this.elapsedMs()));
  }

  #start(): Span {
    const { tracer, name, options, parent } = this.#options;
    return (this.#span ??= tracer.startSpan(
      name,
      { ...options(), startTime: this.#time(0) },
      parent(),
    ));
  }

  #time(elapsedMs: number): HrTime {
    const ms = this.#wallMs + elapsedMs;
    const seconds = Math.floor(ms / 1000);
    return [seconds, Math.floor((ms - seconds * 1000) * 1e6)];
  }
}
