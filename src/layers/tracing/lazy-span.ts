import type {
  Attributes,
  Context as OtelContext,
  HrTime,
  Span,
  SpanContext,
  SpanOptions,
  Tracer,
} from "@opentelemetry/api";

import type { Clock } from "../../service/clock.ts";
import { guarded } from "./guarded.ts";
import { otel } from "./otel.ts";

/** What a span is made of. */
export interface LazySpanOptions {
  /** Undefined where nobody takes spans. */
  readonly tracer: Tracer | undefined;
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
 * Its times are those of the clock of the call. Where nobody takes spans there is none, and what would
 * be part of it is part of its parent; so it is where the SDK throws, which never comes out of here.
 */
export class LazySpan {
  readonly #options: LazySpanOptions;
  readonly #wallMs: number;
  readonly #startedAt: number;
  #context: OtelContext | undefined;
  #span: Span | undefined;
  #hasFailed = false;
  #hasEnded = false;

  constructor(options: LazySpanOptions) {
    this.#options = options;
    this.#wallMs = options.clock.wallMs();
    this.#startedAt = options.clock.now();
  }

  /** Whether anybody has needed it. */
  get needed(): boolean {
    return this.#span !== undefined;
  }

  /** Whether what it is told is kept, which a sampler decides. */
  get isRecording(): boolean {
    return this.#told((span) => span.isRecording()) === true;
  }

  /** By what others may link to it; undefined unless it is recorded. */
  get link(): SpanContext | undefined {
    return this.isRecording ? this.#told((span) => span.spanContext()) : undefined;
  }

  /** The context in which it is the active span. */
  get context(): OtelContext {
    return (this.#context ??= this.#within(this.#options.parent()));
  }

  /** How long ago it began, in milliseconds. */
  elapsedMs(): number {
    return this.#options.clock.now() - this.#startedAt;
  }

  /** Tells of something that happened now. */
  event(name: string, attributes: Attributes): void {
    this.#told((span) => span.addEvent(name, attributes, this.#time(this.elapsedMs())));
  }

  /** Ends it, once; an `error.type` among the attributes, asked for if they are kept, makes it an error. */
  end(attributesOf: () => Attributes): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#told((span) => {
      if (!span.isRecording()) return;
      const attributes = attributesOf();
      span.setAttributes(attributes);
      if ("error.type" in attributes) span.setStatus({ code: otel().SpanStatusCode.ERROR });
    });
    this.#told((span) => span.end(this.#time(this.elapsedMs())));
  }

  #within(parent: OtelContext): OtelContext {
    const span = this.#start();
    return span ? otel().trace.setSpan(parent, span) : parent;
  }

  /** What the SDK gives for something that it is told of the span; undefined where there is none. */
  #told<T>(tell: (span: Span) => T): T | undefined {
    const span = this.#start();
    return span && guarded(this.#options.tracer ?? span, () => tell(span));
  }

  #start(): Span | undefined {
    const { tracer, name, options, parent } = this.#options;
    if (!tracer || this.#hasFailed || this.#span) return this.#span;
    this.#span = guarded(tracer, () =>
      tracer.startSpan(name, { ...options(), startTime: this.#time(0) }, parent()),
    );
    this.#hasFailed = !this.#span;
    return this.#span;
  }

  #time(elapsedMs: number): HrTime {
    const ms = this.#wallMs + elapsedMs;
    const seconds = Math.floor(ms / 1000);
    return [seconds, Math.floor((ms - seconds * 1000) * 1e6)];
  }
}
