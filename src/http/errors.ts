import { RejectedError, ServiceError } from "../service/errors.ts";
import type { HttpRequest, HttpResponse, HttpTimings } from "./message.ts";
import { proxyStatus } from "./proxy-refusal.ts";
import { type TlsReason, tlsReason } from "./tls-reason.ts";
import { redactProxy } from "./url/redact-proxy.ts";
import { redactUrl } from "./url/redact-url.ts";

/**
 * What can go wrong between a request and its response, and whether it was sent by then.
 *
 * | code | when | sent |
 * | --- | --- | --- |
 * | `dns` | the host has no address, or the resolver failed | no |
 * | `connect` | no connection could be made, or the proxy refused; `proxyStatus` tells how | no |
 * | `tls` | the handshake failed, as for a certificate that is not trusted; `tlsReason` tells why | no |
 * | `timeout` | the time of the exchange ran out, or that to connect | perhaps |
 * | `connection_reset` | the connection ended before the head of the response | perhaps |
 * | `protocol` | the peer does not speak HTTP, or breaks its rules | yes |
 * | `truncated_body` | the connection ended before the body; `response` has what had come | yes |
 * | `decode` | a coding of the body cannot be undone: damaged, unknown to us, or one of too many | yes |
 * | `too_large` | the body is longer than allowed, on the wire or decompressed | yes |
 * | `too_many_redirects` | a redirect more than `redirect` or a crawl follows; `response` is the last | yes |
 * | `bad_redirect` | a redirect to nowhere, or to what is no http(s) URL; `response` has it | yes |
 * | `aborted` | by `toHttpError` only, for what another client says of an abort | perhaps |
 */
export type HttpErrorCode =
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "connection_reset"
  | "protocol"
  | "truncated_body"
  | "decode"
  | "too_large"
  | "too_many_redirects"
  | "bad_redirect"
  | "aborted";

/** What an {@link HttpError} knows besides its message. */
export interface HttpErrorOptions extends ErrorOptions {
  /** @defaultValue unknown */
  readonly request?: HttpRequest | undefined;
  /** What there is of the response, where its head had come. @defaultValue none */
  readonly response?: HttpResponse | undefined;
  /** Whether the connection had served before, so that its end may be no fault of this request. @defaultValue `false` */
  readonly reusedConnection?: boolean;
  /** Which attempt of the call it was, counted from 1. @defaultValue 1 */
  readonly attempt?: number;
  /** When parts of the exchange were done. @defaultValue unknown */
  readonly timings?: HttpTimings | undefined;
}

/**
 * An exchange failed on the wire, or no response can be made of what came.
 *
 * Request and response are there for who asks for them; an error that is logged or inspected shows neither.
 */
export class HttpError extends ServiceError {
  override readonly name: string = "HttpError";
  readonly code: HttpErrorCode;
  readonly #request: HttpRequest | undefined;
  readonly #response: HttpResponse | undefined;
  /** Whether the connection had served before, so that its end may be no fault of this request. */
  readonly reusedConnection: boolean;
  /** Which attempt of the call it was, counted from 1. */
  readonly attempt: number;
  /** When parts of the exchange were done; those that were not count until now. Undefined where nothing is known. */
  readonly timings: HttpTimings | undefined;
  /** Why TLS failed, by the `cause`; undefined unless the code is `"tls"`. */
  readonly tlsReason: TlsReason | undefined;
  /** What a proxy answered that refused us, such as 407; undefined unless the code is `"connect"`. */
  readonly proxyStatus: number | undefined;

  constructor(code: HttpErrorCode, message: string, options: HttpErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.#request = options.request && redactProxy(options.request);
    this.#response = options.response;
    this.reusedConnection = options.reusedConnection ?? false;
    this.attempt = options.attempt ?? 1;
    this.timings = options.timings;
    this.tlsReason = code === "tls" ? tlsReason(options.cause) : undefined;
    this.proxyStatus = code === "connect" ? proxyStatus(options.cause) : undefined;
  }

  /** Undefined where a failure of somebody else's was made one of ours. Its proxy is without credentials. */
  get request(): HttpRequest | undefined {
    return this.#request;
  }

  /** What there is of the response, where its head had come. */
  get response(): HttpResponse | undefined {
    return this.#response;
  }
}

/** The request cannot be sent as it stands. Nothing was sent. */
export class InvalidRequestError extends RejectedError {
  override readonly name = "InvalidRequestError";
  override readonly code = "invalid_request";
}

/** The `ssrfGuard` keeps the client from connecting to this host. Nothing was sent to it. */
export class BlockedAddressError extends RejectedError {
  override readonly name = "BlockedAddressError";
  override readonly code = "blocked_address";
  /** That of the URL, or of the proxy. */
  readonly host: string;
  readonly port: number;
  /** The address of the host that is blocked; undefined where it was not asked for. */
  readonly address: string | undefined;
  /** What the address is for, such as "private, RFC 1918", or else why it is blocked. */
  readonly reason: string;

  constructor(blocked: Pick<BlockedAddressError, "host" | "port" | "address" | "reason">) {
    const { host, port, address = host, reason } = blocked;
    super(`Blocked ${address}${address === host ? "" : `, an address of ${host}`}: ${reason}`);
    this.host = host;
    this.port = port;
    this.address = blocked.address;
    this.reason = reason;
  }
}

/**
 * The robots.txt of the host forbids this URL to us, or cannot be read for the `cause`. Nothing was
 * sent to this URL.
 */
export class RobotsDisallowedError extends RejectedError {
  override readonly name = "RobotsDisallowedError";
  override readonly code = "robots_disallowed";
  readonly #url: string;

  constructor(url: string, options?: ErrorOptions) {
    super(
      `Robots.txt ${options ? "cannot be read, which disallows" : "disallows"} ${redactUrl(url)}`,
      options,
    );
    this.#url = url;
  }

  get url(): string {
    return this.#url;
  }
}
