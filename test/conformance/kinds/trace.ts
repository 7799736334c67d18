import { inspect } from "node:util";

import { SpanKind } from "@opentelemetry/api";
import { HttpError, HttpHeaders, type HttpRequest, HttpResponse } from "pagoda/http";
import { httpStack } from "pagoda/layers";
import { layerEvents, settle } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { Telemetry } from "../../support/telemetry.ts";
import { differs, firstOf, NotPlayed, playerOf, type Player, type Problem } from "../case.ts";

interface TraceCase {
  readonly input: {
    readonly outcome?: number | string;
    readonly attempts?: readonly string[];
    readonly url?: string;
  };
  readonly expect: Readonly<Record<string, unknown>>;
}

type Span = Telemetry["spans"][number];

/** All that came of a traced call. */
interface Traced {
  readonly spans: readonly Span[];
  readonly attempts: readonly Span[];
  readonly requests: readonly HttpRequest[];
  /** What was told of it besides: events and the error, as they print. */
  readonly told: string;
}

const TIMEOUT_MS = 1000;

/** Asks through the whole stack, traced by the real SDK, a leaf that answers as the case says. */
const traced: Player = playerOf<TraceCase>(async ({ input, expect }) => {
  const trace = await traceOf(input);
  return firstOf(...Object.entries(expect).map(([key, value]) => check(trace, key, value)));
});

/** Players of the kind `trace`. */
export const tracePlayers: Readonly<Record<string, Player>> = { trace: traced };

async function traceOf({
  outcome = 200,
  attempts,
  url = "http://HOST/",
}: TraceCase["input"]): Promise<Traced> {
  const telemetry = new Telemetry();
  const { tracerProvider, meterProvider } = telemetry;
  const clock = new VirtualClock();
  const controller = new AbortController();
  const requests: HttpRequest[] = [];
  const answers = attempts ?? [outcome];
  const events: unknown[] = [];
  const listen = (event: unknown): void => void events.push(event);
  layerEvents.subscribe(listen);
  await using stack = httpStack({
    robots: false,
    limiter: false,
    timeoutMs: TIMEOUT_MS,
    retry: attempts ? { limit: attempts.length - 1, backoff: () => 0 } : false,
    tracing: { tracerProvider, meterProvider },
  }).service(
    async (request, context) => {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer === "abort by caller") controller.abort(new Error("aborted"));
      return (await answerOf(answer, request)) ?? (await context.sleep(Infinity).then(failed));
    },
    { clock },
  );
  const call = settle(
    stack.call({ url: url.replace("HOST", "site.test") }, { signal: controller.signal }),
  );
  const ended = await clock.run(call);
  layerEvents.unsubscribe(listen);
  const { spans } = telemetry;
  return {
    spans,
    attempts: spans.filter(({ kind }) => kind === SpanKind.CLIENT),
    requests,
    told: inspect([events, ended], { depth: Infinity }),
  };
}

/** Undefined where no end of an answer comes. */
async function answerOf(
  answer: number | string | undefined,
  request: HttpRequest,
): Promise<HttpResponse | undefined> {
  const status = Number(answer);
  if (Number.isInteger(status)) return new HttpResponse({ url: request.url, status });
  if (answer === "abort by caller" || /timeout|never/.test(String(answer))) return undefined;
  if (/reset|error/.test(String(answer))) {
    throw new HttpError("connection_reset", "It was reset", { request });
  }
  throw new NotPlayed(`an outcome that is not understood: ${String(answer)}`);
}

function failed(): never {
  throw new Error("It went on after the end of time");
}

function check(trace: Traced, key: string, expected: unknown): Problem {
  const known = checks[key];
  if (!known) throw new NotPlayed(`an expectation that is not understood: ${key}`);
  return known(trace, expected);
}

const statuses = ["unset", "ok", "error"];

const checks: Readonly<Record<string, (trace: Traced, expected: unknown) => Problem>> = {
  note: () => undefined,
  span_status: ({ attempts }, expected) =>
    differs(
      "status",
      attempts.map(({ status }) => statuses[status.code]),
      [expected],
    ),
  ended: ({ spans }, expected) =>
    differs("ended", spans.length === 2 && spans.every((span) => span.ended), expected),
  ended_once: ({ spans }, expected) =>
    differs("ended once", new Set(spans).size === spans.length && spans.length === 2, expected),
  ended_within_ms: ({ attempts }, expected) => {
    const limit = expected === "timeout" ? TIMEOUT_MS : Number(expected);
    const late = attempts.filter(({ duration: [s, ns] }) => s * 1000 + ns / 1e6 > limit);
    return differs("ended late", late.length, 0);
  },
  attr: ({ attempts: [span] }, expected) => {
    const wanted = Object.entries(Object(expected));
    return firstOf(...wanted.map(([name, value]) => differs(name, span?.attributes[name], value)));
  },
  attr_not_contains: ({ spans }, expected) =>
    hides("attributes", JSON.stringify(spans.map(({ attributes }) => attributes)), expected),
  log_not_contains: ({ told }, expected) => hides("what was told", told, expected),
  attempt_spans: ({ attempts }, expected) => differs("attempts", attempts.length, expected),
  resend_counts: ({ attempts }, expected) => {
    const counts = attempts.map((span) => span.attributes["http.request.resend_count"] ?? null);
    return differs("resend counts", counts, expected);
  },
  parent_common: ({ attempts }, expected) => {
    const parents = new Set(attempts.map((span) => span.parentSpanContext?.spanId));
    return differs("common parent", parents.size === 1 && !parents.has(undefined), expected);
  },
  request_lacks_headers: ({ requests }, expected) => {
    const names = listOf(expected).map(String);
    const sent = names.filter((name) =>
      requests.some(({ headers }) => HttpHeaders.from(headers).has(name)),
    );
    return differs("headers", sent, []);
  },
};

function hides(what: string, text: string, secrets: unknown): Problem {
  const shown = listOf(secrets).filter((secret) => text.includes(String(secret)));
  return differs(what, shown, []);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
