import { BlockedAddressError, HttpError } from "../http/errors.ts";
import { isHeaderName } from "../http/header-syntax.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { isRedirect, ofOneOrigin, redirectOf } from "../http/redirect-target.ts";
import { originOf } from "../http/url/origin-of.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { type ContextKey, contextKey } from "../service/context-key.ts";
import type { Context } from "../service/context.ts";
import { NotNowError, RejectedError } from "../service/errors.ts";
import { layerEvents, publish } from "../service/events.ts";
import { type Layer, layer } from "../service/layer.ts";
import { kindOf, requireOptions, requireWhole } from "../service/options.ts";
import { type Outcome, settle, unwrap } from "../service/outcome.ts";
import { withProven } from "./auth/proven-key.ts";

/** Options of {@link redirect}. */
export interface RedirectOptions {
  /** Redirects followed for one call. @defaultValue 20 */
  readonly limit?: number;
  /** Names of headers that no other origin may see, besides those of {@link secretHeaders}. @defaultValue none */
  readonly sensitiveHeaders?: readonly string[];
}

/**
 * Names of headers, in lower case, that a call no longer sends, since a redirect has led it to
 * another origin. Layers under {@link redirect} that add headers leave these out.
 */
export const withheldKey: ContextKey<ReadonlySet<string>> = contextKey("withheld", new Set());

/** Whether the refusal of a hop is that of the call, for whoever cannot do with a redirect as the answer. */
export const refusalsCountKey: ContextKey<boolean> = contextKey("refusalsCount", false);

/**
 * Follows redirects by the rules of {@link redirectOf}, each hop being a call of the inner service.
 *
 * `redirects` of the response lists the URLs that led to it, in order.
 * A call that would follow more than `limit` rejects with a `too_many_redirects`, and one that is
 * sent to what is no http(s) URL with a `bad_redirect`; both carry the last response.
 * Only hops are counted: a page that redirects to itself, so that a cookie comes back, is asked again.
 * What must not reach another origin never does, further down the chain too; layers below that add
 * such headers are told by {@link withheldKey}.
 * A cache below keeps apart what was answered to different `sensitiveHeaders`.
 * Where a hop is refused, the redirect itself is the answer, since something has been sent. But one that
 * `ssrfGuard` blocks rejects with its `BlockedAddressError`, lest an attack pass for an answer.
 * `startBy` speaks of the first request that is sent: hops after that may wait. Where redirects came from
 * a cache only, so that nothing has been sent, a hop that is refused for now is the refusal of the call.
 * Where {@link refusalsCountKey} is set, so is any hop that is refused.
 *
 * @example
 * ```ts
 * const fetchPage = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(redirect({ limit: 5, sensitiveHeaders: ["x-api-key"] }))
 *   .service(httpClient());
 * ```
 */
export function redirect(options: RedirectOptions = {}): Layer<HttpRequest, HttpResponse> {
  requireOptions("redirect", options, { limit: true, sensitiveHeaders: true });
  const { limit = 20, sensitiveHeaders = [] } = options;
  requireWhole("limit", limit, 0);
  const sensitive = namesOf(sensitiveHeaders);
  const withheld = new Set([...ofOneOrigin, ...sensitive]);

  return layer("redirect", (inner) => {
    const follow = async (
      request: HttpRequest,
      first: HttpResponse,
      context: Context,
    ): Promise<HttpResponse> => {
      let response = first;
      let wasSent = false;
      for (;;) {
        const next = redirectOf(request, response, sensitive);
        if (!next) return response;
        if (response.redirects.length >= limit) throw tooMany(request, response);
        if (originOf(next.url) !== originOf(request.url))
          context = context.with(withheldKey, withheld);
        wasSent ||= !response.fromCache;
        const outcome = await settle(inner.call(next, wasSent ? context.started() : context));
        if (isRefusal(outcome) && !context.aborted) {
          tell(context, "refused", next, { outcome });
          return standsFor(outcome, wasSent, context) ? unwrap(outcome) : response;
        }
        tell(context, "followed", next, { status: response.status });
        response = unwrap(outcome).with({ redirects: [...response.redirects, request.url] });
        request = next;
      }
    };

    return (request, outer) => {
      const context = withProven(outer, sensitive);
      return inner
        .call(request, context)
        .then((response) => (isRedirect(response) ? follow(request, response, context) : response));
    };
  });
}

/** In lower case. Whoever mistakes names for headers writes secrets there, which are not shown. */
function namesOf(headers: readonly string[]): readonly string[] {
  if (!Array.isArray(headers)) {
    throw new TypeError(`Expected "sensitiveHeaders" to be an array: got ${kindOf(headers)}`);
  }
  return headers.map((name: unknown) => {
    if (typeof name === "string" && isHeaderName(name)) return name.toLowerCase();
    throw new TypeError(`Expected "sensitiveHeaders" to be names of headers: got ${kindOf(name)}`);
  });
}

function isRefusal(outcome: Outcome<HttpResponse>): boolean {
  return !outcome.ok && outcome.error instanceof RejectedError;
}

function isBlocked(outcome: Outcome<HttpResponse>): boolean {
  return !outcome.ok && outcome.error instanceof BlockedAddressError;
}

/** Whether the refusal of a hop is that of the whole call. */
function standsFor(outcome: Outcome<HttpResponse>, wasSent: boolean, context: Context): boolean {
  if (isBlocked(outcome) || context.get(refusalsCountKey)) return true;
  return !wasSent && !outcome.ok && outcome.error instanceof NotNowError;
}

function tooMany(request: HttpRequest, response: HttpResponse): HttpError {
  const { redirects } = response;
  const message = `${redactUrl(redirects[0] ?? request.url)} redirects more than ${redirects.length} times`;
  return new HttpError("too_many_redirects", message, { request, response });
}

function tell(context: Context, event: string, { url }: HttpRequest, detail: object): void {
  if (!layerEvents.hasSubscribers) return;
  publish(context, "redirect", event, { url: redactUrl(url), ...detail });
}
