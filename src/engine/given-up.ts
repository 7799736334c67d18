import { RobotsDisallowedError } from "../http/errors.ts";
import { responseOf } from "../http/response-of.ts";
import { RejectedError } from "../service/errors.ts";
import type { NotFetchedReason } from "./fates.ts";
import type { Fate } from "./frontier/frontier.ts";
import { HostDownError } from "./host-health.ts";

/** Why a request was given up, and whether that is a failure to be counted. */
export interface GivenUp {
  readonly reason: NotFetchedReason;
  readonly failure: Error | undefined;
}

/** What an error means that ended a request for good. */
export function givenUpFor(error: Error): GivenUp {
  if (!(error instanceof RejectedError)) return { reason: "failed", failure: error };
  const failure = unreadable(error);
  return { reason: failure ? "failed" : refusalOf(error), failure };
}

/** The code by which an error is counted. */
export function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "unknown_error";
}

/** Why a robots.txt could not be read, which is a failure of the host and no word of its rules. */
function unreadable(error: Error): Error | undefined {
  if (!(error instanceof RobotsDisallowedError)) return undefined;
  return error.cause instanceof Error ? error.cause : undefined;
}

function refusalOf(error: Error): NotFetchedReason {
  if (error instanceof RobotsDisallowedError) return "robots";
  return error instanceof HostDownError ? "host_down" : "refused";
}

/** What is kept of a request that was given up for an error. */
export function failedAs(fate: Fate["fate"], error: Error): Fate {
  const status = responseOf({ ok: false, error })?.status;
  return { fate, why: codeOf(error), ...(status !== undefined && { status }) };
}
