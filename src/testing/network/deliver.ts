import { HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import type { Answer } from "./host-answers.ts";
import type { Content } from "./host-pages.ts";
import { type FailedExchange, networkFailure, timeOut } from "./network-failure.ts";

/**
 * Ends an exchange as its answer says, when its time has come.
 *
 * Rejects with the reason as soon as the call aborts, and with a `timeout` where it takes longer than
 * the request or the deadline of the call allows.
 */
export async function deliver(
  { latencyMs, content, failure }: Answer,
  exchange: FailedExchange,
  context: Context,
): Promise<HttpResponse> {
  const { request, wire } = exchange;
  const limitMs = Math.min(request.timeoutMs ?? Infinity, context.deadline - context.clock.now());
  if (latencyMs > limitMs) {
    await context.sleep(Math.max(0, limitMs));
    throw timeOut(limitMs, exchange);
  }
  if (latencyMs > 0) await context.sleep(latencyMs);
  const made = (content: Content): HttpResponse => {
    const timings = { firstByteMs: latencyMs, totalMs: latencyMs };
    return new HttpResponse({ ...content, url: wire.url, timings });
  };
  if (failure === undefined) return cutAt(request.maxBytes ?? Infinity, made(content));
  throw networkFailure(failure, { ...exchange, response: content && made(content) });
}

function cutAt(maxBytes: number, response: HttpResponse): HttpResponse {
  if (response.body.length <= maxBytes) return response;
  return response.with({ body: response.body.subarray(0, maxBytes), truncated: true });
}
