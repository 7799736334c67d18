import type { Attributes, SpanContext } from "@opentelemetry/api";

import { CallTrace } from "../../layers/tracing/call-trace.ts";
import { LazySpan, type LazySpanOptions } from "../../layers/tracing/lazy-span.ts";
import type { Sends } from "../../layers/tracing/sends.ts";
import { errorTypeOf } from "../../layers/tracing/trace-attributes.ts";
import type { Verdict } from "../verdict.ts";
import { ParseTrace } from "./parse-trace.ts";
import { verdictAttributes } from "./verdict-attributes.ts";

/** What a {@link PageTrace} is made of. */
export interface PageTraceParts {
  readonly span: LazySpanOptions;
  readonly sends: Sends;
  readonly onEnd: () => void;
}

/**
 * The trace of all that is done with a request of a crawl: a span `page` over its call, a span `parse`,
 * and a span `sink` from the first of its items that is written to the last.
 *
 * A request that is put back before anything was sent has none.
 */
export class PageTrace {
  /** What the call of the request is part of. */
  readonly call: CallTrace;
  readonly #span: LazySpan;
  readonly #parts: PageTraceParts;
  #verdict: Verdict["kind"] | undefined;
  #found: Attributes = {};
  #parse: ParseTrace | undefined;
  #sink: LazySpan | undefined;
  #sinkFailure: Attributes = {};
  #unwritten = 0;
  #written = 0;
  #isServed = false;

  constructor(parts: PageTraceParts) {
    this.#parts = parts;
    this.#span = new LazySpan(parts.span);
    this.call = new CallTrace(this.#span, parts.sends);
  }

  /** By what others may link to it. */
  get link(): SpanContext | undefined {
    return this.#span.link;
  }

  /** It is known what is to be done with the request. */
  judged(verdict: Verdict | undefined): void {
    this.#verdict = verdict?.kind;
    if (verdict) this.#found = verdictAttributes(verdict);
  }

  /** The page is being parsed. */
  parse(handler: string | undefined): ParseTrace {
    return (this.#parse = new ParseTrace(this.#child, handler));
  }

  /** An item is to be written. */
  item(): void {
    this.#unwritten++;
  }

  /** Writes an item. */
  async write(work: () => Promise<unknown>): Promise<void> {
    this.#sink ??= new LazySpan({ ...this.#child, name: "sink", options: () => ({}) });
    const error = await work();
    if (error !== undefined) this.#sinkFailure = { "error.type": errorTypeOf(error) };
    this.#unwritten--;
    this.#written++;
    this.#endIfDone();
  }

  /** All was done with the request, but for what waits to be written. */
  served(): void {
    this.#isServed = true;
    this.#endIfDone();
  }

  /** Ends what is under way still. */
  end(): void {
    this.#parts.onEnd();
    this.#parse?.end();
    this.#sink?.end(() => ({ "pagoda.crawl.items": this.#written, ...this.#sinkFailure }));
    if (this.#isWanted()) this.#span.end(() => ({ ...this.#found, ...this.#parse?.totals() }));
  }

  get #child(): Pick<LazySpanOptions, "tracer" | "clock" | "parent"> {
    const { clock, tracer } = this.#parts.span;
    return { clock, tracer, parent: () => this.#span.context };
  }

  #endIfDone(): void {
    if (this.#isServed && this.#unwritten === 0) this.end();
  }

  #isWanted(): boolean {
    const isPutBack = this.#verdict === undefined || this.#verdict === "later";
    return this.#span.needed || !isPutBack;
  }
}
