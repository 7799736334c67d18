import { HttpError } from "../../src/http/errors.ts";
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

/** Whether a call ended in the midst of an exchange, so that its connection is of no more use. */
export function leavesRest(plan: Plan, { outcome }: Ending): boolean {
  const { error } = outcome.ok ? { error: undefined } : outcome;
  if (plan.meaning.kind !== "beginning" || !(error instanceof HttpError)) return false;
  return error.code === "timeout" && error.cause !== undefined;
}

/** What is wrong with the end of a call; undefined where it is right. */
export function complaint(plan: Plan, ending: Ending): string | undefined {
  const { outcome, aborted } = ending;
  if (!outcome.ok && aborted !== undefined && outcome.error === aborted) return undefined;
  return (
    (outcome.ok
      ? aboutResponse(outcome.value, plan, ending)
      : aboutError(outcome.error, plan, ending)) ?? aboutMeaning(plan, ending)
  );
}

/** Whether something is wrong, and what to say of it. */
type Check = readonly [isWrong: boolean, words: string];

function firstWrong(...checks: readonly Check[]): string | undefined {
  return checks.find(([isWrong]) => isWrong)?.[1];
}

function aboutMeaning(plan: Plan, { outcome, maxBytes }: Ending): string | undefined {
  const { meaning } = plan;
  if (meaning.kind === "unknown") return undefined;
  if (meaning.kind === "beginning") return aboutBeginning(outcome, plan, meaning.message);
  return outcome.ok
    ? aboutWhole(outcome.value, plan, meaning.message, maxBytes)
    : aboutRefusal(outcome.error, plan, meaning.message, maxBytes);
}

/** No response has more than was asked for, or says that it was cut where nobody has to know of that. */
function aboutResponse(response: HttpResponse, plan: Plan, ending: Ending): string | undefined {
  if (!(response instanceof HttpResponse)) return `resolved with ${String(response)}`;
  const { status, body, text, truncated, timings, headers } = response;
  const most = plan.request.maxBytes ?? ending.maxBytes;
  const isCoded = headers.has("content-encoding") || headers.has("transfer-encoding");
  return firstWrong(
    [!(Number.isInteger(status) && status >= 200 && status <= 999), `status ${status}`],
    [body.length > most, `${body.length} bytes, more than ${most}`],
    [typeof text !== "string" || response.encoding === "", "no text"],
    [!(timings.totalMs >= timings.firstByteMs), "timings that run backwards"],
    [truncated && !mayBeCut(plan) && !isCoded, "truncated, though nobody allowed it"],
  );
}

const CODES: ReadonlySet<string> = new Set([
  "connect",
  "timeout",
  "connection_reset",
  "protocol",
  "truncated_body",
  "too_large",
  "decode",
]);

/** Every error has a code that is documented, a cause, and not more of a response than may be. */
function aboutError(error: unknown, plan: Plan, ending: Ending): string | undefined {
  if (!(error instanceof HttpError)) return `rejected with ${String(error)}`;
  const { code, cause, message, response } = error;
  const wrong = firstWrong(
    [!CODES.has(code), `code ${code}`],
    // There is none where the time was over before anything began.
    [!(cause instanceof Error) && code !== "timeout", `no cause: ${message}`],
    [message.endsWith(": "), `no message: ${message}`],
    [code === "truncated_body" && !response, "truncated_body without a response"],
    [response?.truncated === false, `an error with a response that is whole: ${message}`],
  );
  if (wrong !== undefined || !response) return wrong;
  return aboutResponse(response.with({ truncated: false }), plan, ending);
}

/** A message by the book is understood, to the byte. */
function aboutWhole(
  { status, body, truncated }: HttpResponse,
  plan: Plan,
  message: Message,
  maxBytes: number,
): string | undefined {
  const { maxBytes: cutAt = Infinity } = plan.request;
  const isLeft = isUnwanted(plan, message);
  const expected = message.body.subarray(0, isLeft ? 0 : cutAt);
  const isPart = isLeft || expected.length < message.body.length;
  return firstWrong(
    [status !== message.status, `status ${status} in place of ${message.status}`],
    [!expected.equals(body), `another body: ${difference(expected, body)}`],
    [!isPart && isLong(plan, message, maxBytes), "longer than allowed, but a response"],
    [truncated !== isPart, `truncated is ${truncated}`],
  );
}

/** It is refused only where it is longer than the client takes, be it before a coding is undone. */
function aboutRefusal(
  error: unknown,
  plan: Plan,
  message: Message,
  maxBytes: number,
): string | undefined {
  const isTooLarge = error instanceof HttpError && error.code === "too_large";
  const isRight = isTooLarge && isLong(plan, message, maxBytes) && !isUnwanted(plan, message);
  return isRight ? undefined : `expected a response: got ${String(error)}`;
}

/** Of a message that was cut off, nobody is told more than came, or that it is whole. */
function aboutBeginning(
  outcome: Outcome<HttpResponse>,
  plan: Plan,
  message: Message,
): string | undefined {
  const response = outcome.ok ? outcome.value : responseOf(outcome.error);
  if (!response) return undefined;
  const { status, body, truncated } = response;
  const { framing } = message;
  // Without a frame nobody can tell: a reset that comes with the last bytes is an end, for Node.
  const isFramed = framing === "length" || framing === "chunked";
  return firstWrong(
    [status !== message.status, `status ${status} in place of ${message.status}`],
    [
      !message.body.subarray(0, body.length).equals(body),
      `no beginning of the body: ${difference(message.body, body)}`,
    ],
    [isFramed && !truncated, "whole, though it was cut"],
    [isFramed && outcome.ok && !mayBeCut(plan), "a response, though it was cut"],
  );
}

/** Whether a response that is not whole may be what was asked for. */
function mayBeCut({ request }: Plan): boolean {
  const { allowTruncated = false, maxBytes, accept } = request;
  return allowTruncated || maxBytes !== undefined || accept !== undefined;
}

function isUnwanted({ request }: Plan, { framing, status }: Message): boolean {
  if (framing === "none" || !request.accept) return false;
  return !request.accept(new HttpResponse({ url: "", status }));
}

function isLong({ request }: Plan, message: Message, maxBytes: number): boolean {
  const { framing, body, content } = message;
  if (framing === "none") return false;
  const longest = Math.max(content.coded.length, body.length, ...content.stages);
  return longest > Math.max(maxBytes, request.maxBytes ?? 0);
}

function responseOf(error: unknown): HttpResponse | undefined {
  return error instanceof HttpError ? error.response : undefined;
}

function difference(expected: Uint8Array, got: Uint8Array): string {
  const at = got.findIndex((byte, n) => byte !== expected[n]);
  return `${got.length} bytes for ${expected.length}, different at ${at}`;
}
