import { SpanKind } from "@opentelemetry/api";

import { type HttpRequest, HttpResponse, type HttpResponseInit } from "../../src/http/message.ts";
import { classifyStatus } from "../../src/layers/classify-status.ts";
import { httpRetry } from "../../src/layers/http-retry.ts";
import { redirect } from "../../src/layers/redirect.ts";
import { retry } from "../../src/layers/retry.ts";
import { timeout } from "../../src/layers/timeout.ts";
import { tracing, type TracingOptions } from "../../src/layers/tracing/tracing.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import type { Service } from "../../src/service/service.ts";
import { service } from "../../src/service/service.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { Telemetry } from "./telemetry.ts";

/** What came of a traced call. */
export interface Asked {
  readonly telemetry: Telemetry;
  readonly clock: VirtualClock;
  /** Requests that reached the leaf. */
  readonly seen: readonly HttpRequest[];
  readonly outcome: Outcome<HttpResponse>;
}

/** How to ask. */
export interface AskOptions {
  readonly telemetry?: Telemetry;
  readonly spans?: readonly TracingOptions["span"][];
  readonly call?: Partial<TracingOptions>;
  readonly attempt?: Partial<TracingOptions>;
  readonly request?: HttpRequest;
  readonly retries?: number;
  readonly latencyMs?: number;
  readonly leafIgnoresAbort?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Runs once the call is under way. */
  readonly meanwhile?: () => void;
}

/** When calls are made, in Unix milliseconds. */
export const WALL_MS = 1_700_000_000_000;

const defaults = {
  spans: ["call", "attempt"],
  request: { url: "https://shop.test/a" },
  retries: 2,
  latencyMs: 0,
  leafIgnoresAbort: false,
  timeoutMs: Infinity,
  signal: undefined,
  meanwhile: () => {},
} satisfies { [Name in keyof AskOptions]: AskOptions[Name] | undefined };

/** Asks through a traced stack over a leaf that plays back answers. */
export async function ask(
  answers: readonly (Partial<HttpResponseInit> | Error)[],
  options: AskOptions = {},
): Promise<Asked> {
  const { request, spans, retries, timeoutMs, signal, meanwhile } = { ...defaults, ...options };
  const { telemetry = new Telemetry(), call, attempt } = options;
  const { tracerProvider, meterProvider } = telemetry;
  const given = { tracerProvider, meterProvider };
  const clock = new VirtualClock({ wallMs: WALL_MS });
  const { leaf, seen } = playback(answers, { ...defaults, ...options });
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layerIf(spans.includes("call"), () => tracing({ ...given, ...call, span: "call" }))
    .layer(classifyStatus())
    .layer(redirect())
    .layer(retry(httpRetry({ limit: retries, backoff: () => 0 })))
    .layer(timeout(timeoutMs))
    .layerIf(spans.includes("attempt"), () => tracing({ ...given, ...attempt, span: "attempt" }))
    .service(leaf, { clock });
  const answer = settle(stack.call(request, { signal }));
  await clock.settle();
  meanwhile();
  return { telemetry, clock, seen, outcome: await clock.run(answer) };
}

/** The CLIENT spans. */
export function attempts({ telemetry: { spans } }: Asked): Telemetry["spans"] {
  return spans.filter(({ kind }) => kind === SpanKind.CLIENT);
}

/** The INTERNAL spans. */
export function calls({ telemetry: { spans } }: Asked): Telemetry["spans"] {
  return spans.filter(({ kind }) => kind === SpanKind.INTERNAL);
}

function playback(
  answers: readonly (Partial<HttpResponseInit> | Error)[],
  options: { readonly latencyMs: number; readonly leafIgnoresAbort: boolean },
): { readonly leaf: Service<HttpRequest, HttpResponse>; readonly seen: readonly HttpRequest[] } {
  const seen: HttpRequest[] = [];
  const leaf = service<HttpRequest, HttpResponse>(async (request, context) => {
    const answer = answers[seen.length] ?? {};
    seen.push(request);
    const waiting = options.leafIgnoresAbort ? context.detach() : context;
    await waiting.sleep(options.latencyMs);
    if (answer instanceof Error) throw answer;
    return new HttpResponse({ url: request.url, status: 200, ...answer });
  });
  return { leaf, seen };
}
