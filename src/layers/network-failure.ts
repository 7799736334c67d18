import { HttpError, type HttpErrorCode } from "../http/errors.ts";

const ERRORS: ReadonlySet<HttpErrorCode> = new Set<HttpErrorCode>([
  "connect",
  "connection_reset",
  "dns",
  "timeout",
  "truncated_body",
]);

/** Whether an exchange failed on the network, which may pass; not so a name that does not exist. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof HttpError && ERRORS.has(error.code) && !isUnknownHost(error);
}

/** Whether the resolver said that there is no such name, rather than that it could not say. */
function isUnknownHost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "ENOTFOUND") || isUnknownHost(error.cause);
}
