import { HttpError, InvalidRequestError } from "../../src/http/errors.ts";
import { HttpResponse } from "../../src/http/message.ts";
import type { Outcome } from "../../src/service/outcome.ts";
import type { Message } from "./message.ts";
import type { Plan } from "./plan.ts";

/** How a call ended. */
export interface Ending {
  readonly outcome: Outcome<HttpResponse>;
  /** What the caller gave up with, if it did. */
  readonly aborted: unknown;
  /** How many bytes a body may have for the client. */
  readonly maxBytes: number;
}

/** The outcome in one word, to be counted. */
export function codeOf({ outcome, aborted }: Ending): string {
  if (outcome.ok) return outcome.value.truncated ? "truncated" : "whole";
  if (outcome.error instanceof HttpError) return outcome.error.code;
  return outcome.error === aborted ? "aborted" : String(outcome.error);
}

/** What is wrong with the end of a call; undefined where it is right. */
export function complaint(plan: Plan, ending: Ending): string | undefined {
  const { outcome, aborted } = ending;
  if (!outcome.ok && aborted !== undefined && outcome.error === aborted) return undefined;
  const { meaning } = plan;
  return (
    (outcome.ok ? aboutResponse(plan, ending, outcome.value) : aboutError(plan, ending, outcome.error)) ??
    (meaning.kind === "whole" ? aboutWhole(plan, ending, meaning.message) : undefined) ??
    (meaning.kind === "beginning" ? aboutBeginning(plan, ending, meaning.message) : undefined)
  );
}

const CODES: ReadonlySet<string> = new Set([
  "connect", "timeout", "connection_reset", "protocol", "truncated_body", "too_large", "decode",
]);

function aboutResponse({ request }: Plan, { maxBytes }: Ending, response: unknown): string | undefined {
  if (!(response instanceof HttpResponse)) return `resolved with ${String(response)}`;
  const { status, body, text, truncated } = response;
  const most = request.maxBytes ?? maxBytes;
  if (!Number.isInteger(status) || status < 200 || status > 999) return `status ${status}`;
  if (body.length > most) return `${body.length} bytes, more than ${most}`;
  if (typeof text !== "string" || response.encoding === "") return "no text";
  const { firstByteMs, totalMs } = response.timings;
  if (!(firstByteMs >= 0 && totalMs >= firstByteMs)) return "timings that run backwards";
  const mayBeCut = request.allowTruncated || request.maxBytes !== undefined || request.accept !== undefined;
  const isCoded = response.headers.has("content-encoding") || response.headers.has("transfer-encoding");
  if (truncated && !mayBeCut && !isCoded) return "truncated, though nobody allowed it";
  return undefined;
}

function aboutError(plan: Plan, ending: Ending, error: unknown): string | undefined {
  if (error instanceof InvalidRequestError) return `refused: ${error.message}`;
  if (!(error instanceof HttpError)) return `rejected with ${String(error)}`;
  const { code, cause, response } = error;
  if (!CODES.has(code)) return `code ${code}`;
  // There is no cause where the time was over before anything began.
  if (!(cause instanceof Error || code === "timeout") || error.message.endsWith(": ")) return `no cause: ${error.message}`;
  if (code === "truncated_body" && !response) return "truncated_body without a response";
  if (!response) return undefined;
  if (!response.truncated) return `an error with a response that is whole: ${error.message}`;
  return aboutResponse({ ...plan, request: { ...plan.request, allowTruncated: true } }, ending, response);
}

/** A message by the book is understood, unless it is longer than wanted. */
function aboutWhole(plan: Plan, ending: Ending, message: Message): string | undefined {
  const { outcome } = ending;
  const { maxBytes: cutAt = Infinity, accept } = plan.request;
  const { body, status, framing, content } = message;
  const isRefused = framing !== "none" && accept?.({ status, url: "", headers: NO_HEADERS }) === false;
  const sizes = framing === "none" ? [0] : [content.coded.length, body.length, ...content.stages];
  const isLong = Math.max(...sizes) > Math.max(ending.maxBytes, plan.request.maxBytes ?? 0);
  if (!outcome.ok) {
    const isTooLarge = outcome.error instanceof HttpError && outcome.error.code === "too_large";
    return isTooLarge && isLong && !isRefused ? undefined : `expected a response: got ${String(outcome.error)}`;
  }
  const { value } = outcome;
  const expected = isRefused ? body.subarray(0, 0) : body.subarray(0, cutAt);
  if (value.status !== status) return `status ${value.status} in place of ${status}`;
  if (!expected.equals(value.body)) return `another body: ${difference(expected, value.body)}`;
  if (isLong && cutAt >= body.length && !isRefused) return "longer than allowed, but a response";
  if (value.truncated !== (expected.length < body.length || isRefused)) return `truncated is ${value.truncated}`;
  return undefined;
}

/** Of a message that was cut off, nobody is told more than came, or that it is whole. */
function aboutBeginning(plan: Plan, { outcome }: Ending, message: Message): string | undefined {
  const response = outcome.ok ? outcome.value : responseOf(outcome.error);
  if (!response) return undefined;
  const { status, body, framing } = message;
  if (response.status !== status) return `status ${response.status} in place of ${status}`;
  if (!body.subarray(0, response.body.length).equals(response.body)) {
    return `no beginning of the body: ${difference(body, response.body)}`;
  }
  const isFramed = framing === "length" || framing === "chunked";
  if (isFramed && !response.truncated) return "whole, though it was cut";
  const { allowTruncated, maxBytes, accept } = plan.request;
  const mayBeCut = allowTruncated || maxBytes !== undefined || accept !== undefined;
  return isFramed && outcome.ok && !mayBeCut ? "a response, though it was cut" : undefined;
}

const NO_HEADERS = new HttpResponse({ url: "", status: 200 }).headers;

function responseOf(error: unknown): HttpResponse | undefined {
  return error instanceof HttpError ? error.response : undefined;
}

function difference(expected: Uint8Array, got: Uint8Array): string {
  const at = got.findIndex((byte, n) => byte !== expected[n]);
  return `${got.length} bytes for ${expected.length}, different at ${at}`;
}
