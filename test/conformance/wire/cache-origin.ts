import type { IncomingHttpHeaders, ServerResponse } from "node:http";

import type { VirtualClock } from "pagoda/testing";

import { serveHttp, type TestServer } from "../../support/server.ts";
import { type CacheStep, valueOf } from "./cache-case.ts";

/** A request as the server saw it, and what of its answer is to come through unchanged. */
export interface Seen {
  readonly number: number;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly answered: ReadonlyMap<string, string>;
}

/** A server that answers the requests of one case, each by its number. */
export interface CacheOrigin extends TestServer {
  readonly seen: readonly Seen[];
}

/** What a body is where a case does not say: of a length that some cases count on. */
export const BODY = "6e1bd1c5-3f2a-4c7d-9b1e-5a0c2d4e6f80";

/** Starts the server of a case, which lives by the time of a clock. */
export async function serveCase(
  steps: readonly CacheStep[],
  clock: VirtualClock,
): Promise<CacheOrigin> {
  const seen: Seen[] = [];
  const server = await serveHttp((request, response) => {
    const number = Number(request.headers["req-num"]);
    const step = steps[number - 1] ?? {};
    const { response_pause: seconds, response_body: body, disconnect } = step;
    if (seconds !== undefined) clock.advance(seconds * 1000);
    const now = clock.wallMs();
    tellInterim(response, step);
    response.statusCode = statusOf(step, steps[number - 2], request.headers, now);
    response.setHeader("Server-Request-Count", seen.length + 1);
    response.setHeader("Client-Request-Count", number);
    response.setHeader("Server-Now", now);
    const answered = setHeaders(response, step, now, request.url ?? "/");
    if (!response.hasHeader("date")) response.setHeader("Date", new Date(now).toUTCString());
    if (!response.hasHeader("content-type")) response.setHeader("Content-Type", "text/plain");
    seen.push({ number, method: request.method ?? "", headers: request.headers, answered });
    response.setHeader("Request-Numbers", seen.map((other) => other.number).join(" "));
    if (disconnect === true) request.socket.destroy();
    else if ([204, 304].includes(response.statusCode)) response.end();
    else response.end(Buffer.from(body ?? BODY)); // as bytes, so that headers are bytes too
  });
  return Object.assign(server, { seen });
}

function tellInterim(
  response: ServerResponse,
  { interim_responses: interim = [] }: CacheStep,
): void {
  for (const [status, headers = []] of interim) {
    if (status === 102) response.writeProcessing();
    else response.writeEarlyHints(Object.fromEntries(headers));
  }
}

/** 304 where the request has the validator of the last answer and is to have it; 999 where it has not. */
function statusOf(
  { expected_type: type, response_status: [status] = [200, "OK"] }: CacheStep,
  last: CacheStep | undefined,
  asked: IncomingHttpHeaders,
  now: number,
): number {
  if (type !== "etag_validated" && type !== "lm_validated") return status;
  const isThat = (value: string | undefined, name: string): boolean => {
    const [, expected] = last?.response_headers?.find(([own]) => own.toLowerCase() === name) ?? [];
    if (expected === undefined || value === undefined) return false;
    // A number is a date, which was counted from the time of the last answer.
    return typeof expected === "number" ? Date.parse(value) <= now : value === expected;
  };
  const isKnown =
    isThat(asked["if-none-match"], "etag") || isThat(asked["if-modified-since"], "last-modified");
  return isKnown ? 304 : 999;
}

function setHeaders(
  response: ServerResponse,
  step: CacheStep,
  now: number,
  path: string,
): ReadonlyMap<string, string> {
  const values = new Map<string, string[]>();
  const answered = new Map<string, string>();
  for (const header of step.response_headers ?? []) {
    const [name, , isCompared = true] = header;
    const all = [...(values.get(name) ?? []), valueOf(header, step, now, path)];
    values.set(name, all);
    response.setHeader(name, all.length === 1 ? all.join("") : all);
    if (isCompared) answered.set(name, all.join(", "));
  }
  return answered;
}
