import type { Context as OtelContext } from "@opentelemetry/api";

import { otel } from "../../layers/tracing/otel.ts";
import { type Output, outputsOf, type Parse } from "../page/outputs.ts";
import type { Page } from "../page/page.ts";

/** The outputs of a page, whose parse runs in this context: what it calls is part of its span. */
export async function activeOutputs<Item>(
  context: OtelContext,
  parse: Parse<Item>,
  page: Page,
): Promise<AsyncIterable<Output<Item>>> {
  const outputs = await otel().context.with(context, () => outputsOf(parse, page));
  return pulled(context, outputs);
}

async function* pulled<T>(
  context: OtelContext,
  outputs: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<Awaited<T>, void> {
  const iterator =
    Symbol.asyncIterator in outputs ? outputs[Symbol.asyncIterator]() : outputs[Symbol.iterator]();
  let isHeld = false;
  try {
    for (;;) {
      isHeld = false;
      const { done, value } = await otel().context.with(context, () => iterator.next());
      if (done === true) return;
      isHeld = true;
      yield await value;
    }
  } finally {
    if (isHeld) await iterator.return?.();
  }
}
