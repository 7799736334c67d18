import { toHttpError } from "pagoda/http";

import { differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";
import { isRetryable } from "../wire/error-class.ts";

interface ClassifyCase {
  readonly input: { readonly code?: string; readonly name?: string; readonly wrapped?: string };
  readonly expect: { readonly error_class?: string; readonly retryable?: boolean };
}

const classified: Player = playerOf<ClassifyCase>(({ input, expect }) => {
  const error = toHttpError(failureOf(input));
  return firstOf(
    differs("class", error.code, expect.error_class ?? error.code),
    expect.retryable === undefined
      ? undefined
      : differs("retryable", isRetryable({ ok: false, error }), expect.retryable),
  );
});

/** Players of the kind `classify`. */
export const classifyPlayers: Readonly<Record<string, Player>> = { classify: classified };

function failureOf({ code, name, wrapped }: ClassifyCase["input"]): Error {
  if (wrapped !== undefined) return wrappedFailure(wrapped);
  const error = codedFailure(code);
  if (name !== undefined) error.name = name;
  return error;
}

/** An error with the code that Node, undici or OpenSSL would give it. */
export function codedFailure(code: string | undefined): Error {
  const error = new Error(code ?? "failed");
  return code === undefined ? error : Object.assign(error, { code });
}

/** An error as described: `TypeError("fetch failed", {cause: AggregateError([ECONNREFUSED ::1])})`. */
function wrappedFailure(words: string): Error {
  const codes = words.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\bE[A-Z\d]{3,}\b/g) ?? [];
  if (codes.length === 0) throw new NotPlayed(`in words that are not understood: ${words}`);
  const failures = codes.map(codedFailure);
  const [first = new Error("failed")] = failures;
  const inner = words.includes("AggregateError") ? new AggregateError(failures) : first;
  return /\bcause\b/.test(words) ? new TypeError("fetch failed", { cause: inner }) : inner;
}
