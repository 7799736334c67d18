import type { HttpErrorCode } from "../../http/errors.ts";
import { readStatus } from "../../sqlite/read-status.ts";
import { fates } from "../../sqlite/retry-failed.ts";
import { didYouMean } from "../config/did-you-mean.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Throws a {@link UsageError} where a reason is none that requests fail for: neither one that is known, nor
 * one that a program of the user's own has put into this database.
 */
export function requireReason(reason: string, file: string): void {
  if (known.includes(reason)) return;
  const there = readStatus(file).failures.map(({ code }) => code);
  if (there.includes(reason)) return;
  const hint = didYouMean(reason, known);
  throw new UsageError(
    `Expected --reason to be one of ${known.join(", ")}: got ${JSON.stringify(reason)}${hint}`,
  );
}

const httpErrors: Readonly<Record<HttpErrorCode, true>> = {
  dns: true,
  connect: true,
  tls: true,
  timeout: true,
  connection_reset: true,
  protocol: true,
  truncated_body: true,
  decode: true,
  too_large: true,
  too_many_redirects: true,
  bad_redirect: true,
  aborted: true,
};

const known: readonly string[] = [
  ...fates,
  ...Object.keys(httpErrors),
  // Of a StatusError.
  "unauthorized",
  "forbidden",
  "waf_blocked",
  "not_found",
  "gone",
  "too_many_requests",
  "bad_gateway",
  "server_error",
  "client_error",
  // Of a robots.txt that cannot be read, of hooks, and of errors without a code.
  "robots_disallowed",
  "unwanted_response",
  "hook_failed",
  "unknown_error",
];
