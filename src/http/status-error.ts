import { ServiceError } from "../service/errors.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { redactProxy } from "./url/redact-proxy.ts";
import { redactUrl } from "./url/redact-url.ts";
import type { WafDetection } from "./waf/detect-waf.ts";
import type { WafVendor } from "./waf/waf-signature.ts";

/**
 * A response that tells that the request failed: by its status, or for being none of the site's.
 *
 * Request and response are there for who asks for them; an error that is logged or inspected shows neither.
 */
export abstract class StatusError extends ServiceError {
  readonly #request: HttpRequest;
  readonly #response: HttpResponse;

  constructor(request: HttpRequest, response: HttpResponse, what = "") {
    super(`${redactUrl(response.url)} answered ${response.status}${what}`);
    this.#request = redactProxy(request);
    this.#response = response;
  }

  /** Its proxy is without credentials. */
  get request(): HttpRequest {
    return this.#request;
  }

  get response(): HttpResponse {
    return this.#response;
  }

  get status(): number {
    return this.response.status;
  }
}

/** 401: credentials are missing or wrong. */
export class Unauthorized extends StatusError {
  override readonly name = "Unauthorized";
  readonly code = "unauthorized";
}

/** 403: the server refuses. */
export class Forbidden extends StatusError {
  override readonly name = "Forbidden";
  readonly code = "forbidden";
}

/** Any status, 200 too: a firewall blocks or challenges the request; `response` is none of the site's. */
export class WafBlocked extends StatusError {
  override readonly name = "WafBlocked";
  readonly code = "waf_blocked";
  /** Whose firewall it is. */
  readonly vendor: WafVendor;
  /** What in the response told so, such as `header cf-mitigated: challenge`. */
  readonly signals: readonly string[];

  constructor(request: HttpRequest, response: HttpResponse, { vendor, signals }: WafDetection) {
    super(request, response, `, which is the firewall of ${vendor}: ${signals.join(", ")}`);
    this.vendor = vendor;
    this.signals = signals;
  }
}

/** 404: there is nothing at this URL. */
export class NotFound extends StatusError {
  override readonly name = "NotFound";
  readonly code = "not_found";
}

/** 410: there is nothing at this URL any more. */
export class Gone extends StatusError {
  override readonly name = "Gone";
  readonly code = "gone";
}

/** 429: too many requests in a given time. */
export class RateLimited extends StatusError {
  override readonly name = "RateLimited";
  readonly code = "too_many_requests";
}

/** 502: a server behind the server failed. */
export class BadGateway extends StatusError {
  override readonly name = "BadGateway";
  readonly code = "bad_gateway";
}

/** 500 or more but 502: the server failed. */
export class ServerError extends StatusError {
  override readonly name = "ServerError";
  readonly code = "server_error";
}

/** 400 to 499 but those that have a class of their own. */
export class ClientError extends StatusError {
  override readonly name = "ClientError";
  readonly code = "client_error";
}

type StatusErrorClass = new (request: HttpRequest, response: HttpResponse) => StatusError;

const classes: Readonly<Record<number, StatusErrorClass>> = {
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  410: Gone,
  429: RateLimited,
  502: BadGateway,
};

/** The error that a status stands for; undefined below 400. */
export function statusError(request: HttpRequest, response: HttpResponse): StatusError | undefined {
  const { status } = response;
  if (status < 400) return undefined;
  const Class = classes[status] ?? (status >= 500 ? ServerError : ClientError);
  return new Class(request, response);
}
