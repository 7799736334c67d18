import type { Context } from "../../service/context.ts";
import { show } from "../../service/options.ts";
import { cutOf } from "../cut-of.ts";
import { InvalidRequestError } from "../errors.ts";
import type { AcceptBody, HttpRequest } from "../message.ts";
import type { Call } from "./call.ts";
import type { ClientSettings } from "./client-options.ts";
import type { HttpProxy } from "./proxy/http-proxy.ts";
import { forwarded, proxyOf, requireNoCredentials } from "./proxy/proxied-request.ts";
import type { SsrfGuard } from "./ssrf/ssrf-guard.ts";
import { wireRequest } from "./wire-request.ts";

/** What of a client counts for each of its requests. */
export interface CallRules extends Pick<
  ClientSettings,
  "accept" | "allowTruncated" | "maxBytes" | "timeoutMs" | "userAgent"
> {
  readonly guard: SsrfGuard | undefined;
  readonly ownProxy: HttpProxy | undefined;
}

/** Reads a request. Throws an {@link InvalidRequestError} on what cannot be sent. */
export function callOf(request: HttpRequest, context: Context, rules: CallRules): Call {
  const { accept, allowTruncated, guard, maxBytes, ownProxy, timeoutMs, userAgent } = rules;
  const proxy = proxyOf(request, ownProxy);
  const wire = wireRequest(request, userAgent);
  if (proxy) requireNoCredentials(wire);
  const forwarder = proxy && !guard && wire.origin.startsWith("http:") ? proxy : undefined;
  return {
    request,
    wire: forwarder ? forwarded(wire, forwarder) : wire,
    proxy,
    forwarder,
    context,
    maxBytes: Math.max(maxBytes, request.maxBytes ?? 0),
    cutAt: cutOf(request),
    accept: acceptOf(request) ?? accept,
    allowTruncated: allowTruncatedOf(request) ?? allowTruncated,
    timeoutMs: limitMs(timeoutMs, request, context),
  };
}

function acceptOf({ accept }: HttpRequest): AcceptBody | undefined {
  if (accept === undefined || typeof accept === "function") return accept;
  throw new InvalidRequestError(`Expected "accept" to be a function: got ${show(accept)}`);
}

function allowTruncatedOf({ allowTruncated }: HttpRequest): boolean | undefined {
  if (allowTruncated === undefined || typeof allowTruncated === "boolean") return allowTruncated;
  throw new InvalidRequestError(
    `Expected "allowTruncated" to be true or false: got ${show(allowTruncated)}`,
  );
}

/** How long a call may take: the least that anyone allows. */
function limitMs(timeoutMs: number, request: HttpRequest, { deadline, clock }: Context): number {
  const { timeoutMs: ownMs = timeoutMs } = request;
  if (typeof ownMs !== "number" || !(ownMs >= 0)) {
    throw new InvalidRequestError(
      `Expected "timeoutMs" to be a number of milliseconds >= 0: got ${show(ownMs)}`,
    );
  }
  const leftMs = deadline === Infinity ? Infinity : deadline - clock.now();
  return Math.min(timeoutMs, ownMs, leftMs);
}
