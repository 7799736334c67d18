import { HttpResponse, retryAfterMs, toHttpError } from "pagoda/http";
import type { Outcome } from "pagoda/service";

import { differs, NotPlayed, playerOf, type Player } from "../case.ts";
import { isRetryable } from "../wire/error-class.ts";
import { codedFailure } from "./classify.ts";

interface RetryAfterCase {
  readonly input: { readonly value: string; readonly now: string; readonly maxMs?: number };
  readonly expect: number | null | { readonly capped_to_ms: number };
}

const retryAfter: Player = playerOf<RetryAfterCase>(({ input, expect }) => {
  const waitMs = retryAfterMs(input.value, Date.parse(input.now), input.maxMs) ?? null;
  const expected = typeof expect === "object" ? (expect?.capped_to_ms ?? null) : expect;
  return differs("wait", waitMs, expected);
});

interface PolicyCase {
  readonly input: { readonly method: string; readonly outcome: number | string };
  readonly expect: { readonly retry?: boolean; readonly retry_any?: readonly boolean[] };
}

const policy: Player = playerOf<PolicyCase>(({ input, expect }) => {
  const retries = isRetryable(outcomeOf(input.outcome), input.method);
  const allowed = expect.retry_any ?? [expect.retry];
  return allowed.includes(retries) ? undefined : differs("retries", retries, expect.retry);
});

/** Players of the kinds `retry_after` and `retry.policy`. */
export const retryPlayers: Readonly<Record<string, Player>> = {
  retry_after: retryAfter,
  "retry.policy": policy,
};

const CODE =
  /\b(?:E[A-Z]{3,}(?:_[A-Z]+)?|EAI_[A-Z]+|(?:UND_ERR|CERT|HPE|ERR|UNABLE|DEPTH|SELF)_\w+)\b/;
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/\babort/i, "ABORT_ERR"],
  [/\btimeout|timed out\b/i, "ETIMEDOUT"],
  [/\breset|socket hang up\b/i, "ECONNRESET"],
  [/\btruncated/i, "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
  [/\bprotocol\b/i, "HPE_INVALID_CONSTANT"],
  [/\bdecode\b/i, "Z_DATA_ERROR"],
];

/** A status, with a header perhaps, or a failure in words. */
function outcomeOf(outcome: number | string): Outcome<HttpResponse> {
  const [, status, name, value = ""] = /^(\d{3})(?: ([\w-]+): (.*))?/.exec(`${outcome}`) ?? [];
  if (status !== undefined) {
    const headers = name === undefined ? {} : { [name]: value };
    const response = new HttpResponse({ url: "http://a.test/", status: Number(status), headers });
    return { ok: true, value: response };
  }
  const words = `${outcome}`;
  const code = CODE.exec(words)?.[0] ?? MEANINGS.find(([pattern]) => pattern.test(words))?.[1];
  if (code === undefined) throw new NotPlayed(`in words that are not understood: ${words}`);
  return { ok: false, error: toHttpError(codedFailure(code)) };
}
