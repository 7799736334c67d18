import type { Attributes, Context as OtelContext } from "@opentelemetry/api";

import { LazySpan, type LazySpanOptions } from "../../layers/tracing/lazy-span.ts";
import { errorTypeOf } from "../../layers/tracing/trace-attributes.ts";

/** The span of the `parse` of one page. */
export class ParseTrace {
  #links = 0;
  #items = 0;
  readonly #span: LazySpan;
  #failure: Attributes = {};

  constructor(options: Omit<LazySpanOptions, "name" | "options">, handler: string | undefined) {
    const attributes = handler === undefined ? {} : { "pagoda.crawl.handler": handler };
    this.#span = new LazySpan({ ...options, name: "parse", options: () => ({ attributes }) });
  }

  /** The context for what it calls to be part of; undefined unless it is recorded. */
  get active(): OtelContext | undefined {
    return this.#span.isRecording ? this.#span.context : undefined;
  }

  /** It has put out a link, or an item. */
  count(output: "link" | "item"): void {
    if (output === "link") this.#links++;
    else this.#items++;
  }

  failed(error: unknown): void {
    this.#failure = { "error.type": errorTypeOf(error) };
  }

  /** What came of it, for the page too. */
  totals(): Attributes {
    const counts = { "pagoda.crawl.links": this.#links, "pagoda.crawl.items": this.#items };
    return { ...counts, ...this.#failure };
  }

  end(): void {
    this.#span.end(() => this.totals());
  }
}
