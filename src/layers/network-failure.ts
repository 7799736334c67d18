import { HttpError, type HttpErrorCode } from "../http/errors.ts";

const ERRORS: ReadonlySet<HttpErrorCode> = new Set<HttpErrorCode>([
  "connect",
  "connection_reset",
  "dns",
  "timeout",
  "truncated_body",
]);

/**
 * Whether an exchange failed on the network, which may pass; not so a name that does not exist, or a
 * proxy that does not let us.
 */
export function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof HttpError) || !ERRORS.has(error.code)) return false;
  return !isUnknownHost(error) && !isForbidden(error);
}

/** Whether a proxy refused us for what we are or want, such as for wrong credentials. */
function isForbidden({ proxyStatus = 0 }: HttpError): boolean {
  return proxyStatus >= 400 && proxyStatus < 500 && !PASSING.has(proxyStatus);
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the resolver said that there is no such name, rather than that it could not say. */
function isUnknownHost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "ENOTFOUND") || isUnknownHost(error.cause);
}
