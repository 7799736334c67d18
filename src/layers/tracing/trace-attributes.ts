import type { Attributes } from "@opentelemetry/api";

import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { StatusError } from "../../http/status-error.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { redactUrl, secretParams } from "../../http/url/redact-url.ts";
import type { Context } from "../../service/context.ts";
import { RejectedError, ServiceError } from "../../service/errors.ts";
import { requireStrings } from "../../service/options.ts";
import type { Outcome } from "../../service/outcome.ts";

/** What of a request is told, and what is not. */
export interface RequestAttributesOptions {
  /** Names of query parameters, in any case, whose values are not told. @defaultValue {@link secretParams} */
  readonly secretParams?: readonly string[];
  /** Methods that are told by name; the others are `_OTHER`. @defaultValue those of RFC 9110, and PATCH */
  readonly knownMethods?: readonly string[];
}

/** What is told of a request. */
type Asked = Pick<HttpRequest, "url" | "method">;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];

/** Makes the attributes of a request by the HTTP conventions of OpenTelemetry. */
export function requestAttributes(
  options: RequestAttributesOptions,
): (request: Asked) => Attributes {
  const targetOf = targetAttributes(options);
  const { secretParams: secret = secretParams } = options;
  requireStrings("secretParams", secret);
  const secrets = new Set(secret.map((name) => name.toLowerCase()));
  return (request) => {
    const { method = "GET" } = request;
    const target = targetOf(request);
    const isOther = target["http.request.method"] === "_OTHER";
    const original = isOther ? { "http.request.method_original": method } : {};
    return { "url.full": redactUrl(request.url, secrets), ...target, ...original };
  };
}

/** Makes what tells where a request goes, and how it asks: those that measurements are told apart by. */
export function targetAttributes({
  knownMethods = methods,
}: RequestAttributesOptions): (request: Asked) => Attributes {
  requireStrings("knownMethods", knownMethods);
  const known = new Set(knownMethods);
  return ({ url, method = "GET" }) => ({
    "http.request.method": known.has(method) ? method : "_OTHER",
    ...serverOf(url),
  });
}

function serverOf(text: string): Attributes {
  const url = tryParseUrl(text);
  if (!url) return {};
  const { hostname, port, protocol } = url;
  return {
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

/** How a call ended, by the same conventions. What its own caller aborted is no error. */
export function outcomeAttributes(outcome: Outcome<HttpResponse>, context: Context): Attributes {
  const response = responseOf(outcome);
  const errorType = errorTypeIn(outcome, context);
  return {
    ...(response && { "http.response.status_code": response.status, ...sizeOf(response) }),
    ...(response?.httpVersion && { "network.protocol.version": response.httpVersion }),
    ...(errorType !== undefined && { "error.type": errorType }),
  };
}

/** What came back, where a whole response did. */
export function completion(outcome: Outcome<HttpResponse>): Attributes | undefined {
  const response = answerOf(outcome);
  return (
    response && {
      "http.response.status_code": response.status,
      ...sizeOf(response),
      "pagoda.redirects": response.redirects.length,
      "pagoda.from_cache": response.fromCache,
    }
  );
}

function answerOf(outcome: Outcome<HttpResponse>): HttpResponse | undefined {
  if (outcome.ok) return outcome.value;
  return outcome.error instanceof StatusError ? outcome.error.response : undefined;
}

/** The size on the wire, where it is known: a body that was decoded had another one. */
function sizeOf({ headers, body }: HttpResponse): Attributes {
  const length = headers.has("content-encoding")
    ? Number(headers.get("content-length") ?? Number.NaN)
    : body.byteLength;
  return Number.isInteger(length) ? { "http.response.body.size": length } : {};
}

function errorTypeIn(outcome: Outcome<HttpResponse>, context: Context): string | undefined {
  if (outcome.ok) return outcome.value.status < 400 ? undefined : String(outcome.value.status);
  return isAbort(outcome, context) ? undefined : errorTypeOf(outcome.error);
}

/** What an error is by the conventions: a status, or a code of few. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof StatusError && error.status >= 400) return String(error.status);
  if (error instanceof ServiceError) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}

/** Whether the caller lost interest, rather than that time ran out. */
export function isAbort(outcome: Outcome<HttpResponse>, { aborted, reason }: Context): boolean {
  if (outcome.ok || !aborted || outcome.error !== reason) return false;
  return !(reason instanceof Error && reason.name === "TimeoutError");
}

/** Whether nothing was sent. What was under way when its stack was closed is no refusal. */
export function isRefusal(outcome: Outcome<HttpResponse>, { aborted }: Context): boolean {
  return !outcome.ok && outcome.error instanceof RejectedError && !aborted;
}
