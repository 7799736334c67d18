import type { HttpErrorCode } from "../../http/errors.ts";
import { readStatus } from "../../sqlite/read-status.ts";
import { didYouMean } from "../config/did-you-mean.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Throws a {@link UsageError} where a reason is none that requests fail for: neither one that is known, nor
 * one that a program of the user's own has put into this database.
 */
export function requireReason(reason: string, file: string): void {
  if (Object.hasOwn(known, reason)) return;
  const there = readStatus(file).failures.map(({ code }) => code);
  if (there.includes(reason)) return;
  const names = Object.keys(known);
  const hint = didYouMean(reason, names);
  throw new UsageError(
    `Expected --reason to be one of ${names.join(", ")}: got ${JSON.stringify(reason)}${hint}`,
  );
}

const known: Readonly<Record<HttpErrorCode | Fate | StatusCode, true>> = {
  failed: true,
  host_down: true,
  refused: true,
  robots: true,
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
  unauthorized: true,
  forbidden: true,
  waf_blocked: true,
  not_found: true,
  gone: true,
  too_many_requests: true,
  bad_gateway: true,
  server_error: true,
  client_error: true,
};

type Fate = "failed" | "host_down" | "refused" | "robots";

/** The codes of a `StatusError`. */
type StatusCode =
  | "unauthorized"
  | "forbidden"
  | "waf_blocked"
  | "not_found"
  | "gone"
  | "too_many_requests"
  | "bad_gateway"
  | "server_error"
  | "client_error";
