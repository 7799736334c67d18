import { HttpError, type HttpErrorCode } from "../errors.ts";

/** A pattern for the codes and names that Node, OpenSSL, zlib and undici give to errors, by what they mean. */
const meanings: readonly (readonly [RegExp, HttpErrorCode])[] = [
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED|ENONAME|EBADNAME|ETIMEOUT)$/, "dns"],
  [
    /^(?:TimeoutError|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w+_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/,
    "timeout",
  ],
  [/^(?:AbortError|ABORT_ERR|ERR_CANCELED|UND_ERR_ABORTED)$/, "aborted"],
  [/^(?:HPE_INVALID_EOF_STATE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, "truncated_body"],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ERR_STREAM_\w+)$/, "connection_reset"],
  [/^(?:ECONNREFUSED|E(?:HOST|NET)(?:UNREACH|DOWN)|EADDR\w+|EACCES|EPERM|E[MN]FILE)$/, "connect"],
  [/^(?:EINVAL|EAFNOSUPPORT|ENOBUFS|ProxyRefusal)$/, "connect"],
  [/^(?:EPROTO|(?:ERR_)?(?:TLS|SSL|OSSL)_\w+|(?:CERT|CRL|UNABLE_TO)_\w+)$/, "tls"],
  [/^\w*(?:SELF_SIGNED_CERT\w*|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/, "tls"],
  [/^(?:ERR_BUFFER_TOO_LARGE|UND_ERR_RES_EXCEEDED_MAX_SIZE)$/, "too_large"],
  [/^(?:Z_\w+|ERR__ERROR_\w+|ERR_(?:BROTLI|ZLIB|ZSTD)_\w+|ZSTD_\w+)$/, "decode"],
  [/^(?:HPE|ERR_HTTP2|UND_ERR)_\w+$/, "protocol"],
];

/** What undici says where the peer spoke out of turn. It has the code of a reset connection. */
const outOfTurn = /^bad (?:response|upgrade)$/;

/**
 * The code of the error that a failure of the network stands for.
 *
 * Known by the code or name of the failure itself, else by those it was made of (as when every
 * address of a host refuses), else by that of its cause. Unknown ones count as `"protocol"`.
 */
export function networkErrorCode(failure: unknown): HttpErrorCode {
  return meaningOf(failure, 0) ?? "protocol";
}

/** The code of the error that a failure before the end of a head stands for: there is no body to be cut. */
export function headErrorCode(failure: unknown): HttpErrorCode {
  const code = networkErrorCode(failure);
  return code === "truncated_body" ? "protocol" : code;
}

/** Whether a failure after the head of a response means that its body was cut off. */
export function isCut(failure: Error): boolean {
  return networkErrorCode(failure) !== "protocol";
}

/** Whether undici or Node refused a request, of which nothing was sent. */
export function isUnsendable(failure: Error): boolean {
  return UNSENDABLE.test(codeOf(failure) ?? "");
}

/** The code that Node gave to an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** What a failure tells, also where it is a bundle of several, which says nothing itself. */
export function messageOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (failure.message !== "" || !(failure instanceof AggregateError)) return failure.message;
  return failure.errors.map(messageOf).join("; ");
}

/** The same error. What the parser of undici stopped at, which may be a cookie, is taken from it. */
export function withoutBytes(failure: Error): Error {
  Reflect.deleteProperty(failure, "data");
  return failure;
}

const UNSENDABLE =
  /^(?:UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)|ERR_HTTP2_(?:HEADER_SINGLE_VALUE|INVALID_(?:CONNECTION_HEADERS|HEADER_VALUE)))$/;
const DEEPEST = 8;

function meaningOf(failure: unknown, depth: number): HttpErrorCode | undefined {
  if (!(failure instanceof Error) || depth > DEEPEST) return undefined;
  if (failure instanceof HttpError) return failure.code;
  if (outOfTurn.test(failure.message)) return "protocol";
  const code = codeOf(failure) ?? "";
  const meaning = meanings.find(([pattern]) => pattern.test(code) || pattern.test(failure.name));
  if (meaning) return meaning[1];
  const parts: readonly unknown[] = failure instanceof AggregateError ? failure.errors : [];
  for (const part of [...parts, failure.cause]) {
    const found = meaningOf(part, depth + 1);
    if (found) return found;
  }
  return undefined;
}
