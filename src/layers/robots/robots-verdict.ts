import { portOf } from "../../http/client/port-of.ts";
import { BlockedAddressError, HttpError } from "../../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { parseRobots, type Robots } from "../../http/robots/robots.ts";
import { StatusError, statusError } from "../../http/status-error.ts";
import { NotNowError } from "../../service/errors.ts";
import type { Outcome } from "../../service/outcome.ts";

/** What a robots.txt, or that there is none to read, means for the pages of its origin. */
export type RobotsVerdict =
  /** The file says which pages may be fetched. */
  | { readonly rules: Robots }
  /** For this reason nobody knows what the file says, so no page may be fetched. */
  | { readonly unreadable: unknown }
  /** The file could not be asked for yet. */
  | { readonly notNow: NotNowError };

/**
 * Judges the answer to a request for robots.txt by RFC 9309, section 2.3.1.
 *
 * A 2xx gives its rules, also where its body was cut short for its length. A 4xx means that there
 * are none, as do redirects that do not end, or lead nowhere or to where `ssrfGuard` lets nobody.
 * A 429, a 5xx and any failure on the way leave the file unreadable.
 */
export function verdictOf(request: HttpRequest, outcome: Outcome<HttpResponse>): RobotsVerdict {
  if (outcome.ok) return verdictOn(request, outcome.value);
  const { error } = outcome;
  const response = isAnswer(error) ? responseOf(outcome) : undefined;
  if (response) return verdictOn(request, response);
  if (error instanceof BlockedAddressError && isElsewhere(error, request)) return NO_RULES;
  return error instanceof NotNowError ? { notNow: error } : { unreadable: error };
}

const NO_RULES: RobotsVerdict = { rules: parseRobots("") };

function verdictOn(request: HttpRequest, response: HttpResponse): RobotsVerdict {
  const { status, body, url } = response;
  if (status === 429 || status >= 500) return { unreadable: statusError(request, response) };
  return { rules: parseRobots(status < 300 ? body : "", url) };
}

/** Whether it was a redirect that led to what is blocked. */
function isElsewhere(error: BlockedAddressError, { url, proxy }: HttpRequest): boolean {
  return !isOf(error, url) && !(typeof proxy === "string" && isOf(error, proxy));
}

function isOf({ host, port }: BlockedAddressError, url: string): boolean {
  const asked = new URL(url);
  return host === asked.hostname.replace(/^\[|\]$/g, "") && String(port) === portOf(asked);
}

/** Whether an error tells what the server said rather than that it could not be heard. */
function isAnswer(error: unknown): boolean {
  if (error instanceof StatusError) return true;
  return error instanceof HttpError && answers.has(error.code);
}

const answers: ReadonlySet<string> = new Set(["too_many_redirects", "bad_redirect", "too_large"]);
