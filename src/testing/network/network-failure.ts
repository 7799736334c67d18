import { subjectOf, type WireRequest } from "../../http/client/wire-request.ts";
import { HttpError, type HttpErrorCode } from "../../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";

/** How a simulated exchange can fail. */
export type Failure = Extract<
  HttpErrorCode,
  "dns" | "connect" | "connection_reset" | "truncated_body"
>;

/** What failed. */
export interface FailedExchange {
  readonly request: HttpRequest;
  readonly wire: WireRequest;
  /** What had come of the response. */
  readonly response?: HttpResponse | undefined;
}

/** The error of a failed exchange as the HTTP client makes it, with the cause that Node would give. */
export function networkFailure(failure: Failure, exchange: FailedExchange): HttpError {
  const [code, what] = causes[failure];
  const { hostname } = new URL(exchange.wire.url);
  const cause = Object.assign(new Error(what.replace("<host>", hostname)), { code });
  return failed(failure, exchange, cause);
}

/** The error of an exchange that took too long. */
export function timeOut(ms: number, exchange: FailedExchange): HttpError {
  return failed("timeout", exchange, new Error(`It took longer than ${Math.ceil(ms)} ms`));
}

const causes: Readonly<Record<Failure, readonly [code: string, what: string]>> = {
  dns: ["ENOTFOUND", "getaddrinfo ENOTFOUND <host>"],
  connect: ["ECONNREFUSED", "connect ECONNREFUSED <host>"],
  connection_reset: ["ECONNRESET", "read ECONNRESET"],
  truncated_body: ["UND_ERR_SOCKET", "other side closed"],
};

function failed(code: HttpErrorCode, exchange: FailedExchange, cause: Error): HttpError {
  const { request, wire, response } = exchange;
  const message = `${subjectOf(wire)} failed: ${cause.message}`;
  return new HttpError(code, message, { cause, request, response });
}
