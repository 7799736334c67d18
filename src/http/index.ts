export { type HttpClient, httpClient } from "./client/client.ts";
export type { HttpClientOptions } from "./client/client-options.ts";
export type { DnsOptions } from "./client/dns/dns-cache.ts";
export type { Lookup } from "./client/dns/lookup.ts";
export type { SsrfGuardOptions } from "./client/ssrf/ssrf-guard-options.ts";
export type { TlsOptions } from "./client/tls-options.ts";
export type { TlsReason } from "./tls-reason.ts";
export { type ContentType, parseContentType } from "./content-type.ts";
export { type DecodedText, decodeText } from "./charset/decode-text.ts";
export { domainKey } from "./url/domain-key.ts";
export {
  BlockedAddressError,
  HttpError,
  type HttpErrorCode,
  type HttpErrorOptions,
  InvalidRequestError,
  RobotsDisallowedError,
} from "./errors.ts";
export { type HeadersInit, HttpHeaders } from "./headers.ts";
export {
  type AcceptBody,
  type CacheUse,
  type HttpRequest,
  HttpResponse,
  type HttpResponseInit,
  type HttpTimings,
  type HttpVersion,
  type ResponseHead,
} from "./message.ts";
export { redirectOf } from "./redirect-target.ts";
export type { HostAddresses } from "./client/resolve-hosts.ts";
export { responseOf } from "./response-of.ts";
export { retryAfterMs } from "./retry-after.ts";
export { robotsUrl } from "./robots/robots-url.ts";
export { parseRobots, type Robots } from "./robots/robots.ts";
export {
  BadGateway,
  ClientError,
  Forbidden,
  Gone,
  NotFound,
  RateLimited,
  ServerError,
  StatusError,
  statusError,
  Unauthorized,
  WafBlocked,
} from "./status-error.ts";
export { toHttpError } from "./client/to-http-error.ts";
export { redactUrl, secretParams } from "./url/redact-url.ts";
export { urlKey, type UrlKeyOptions } from "./url/url-key.ts";
export { detectWaf, type WafDetection } from "./waf/detect-waf.ts";
export type { WafVendor } from "./waf/waf-signature.ts";
