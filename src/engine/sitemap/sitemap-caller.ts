import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { statusError } from "../../http/status-error.ts";
import { domainKey } from "../../http/url/domain-key.ts";
import { httpRetry } from "../../layers/http-retry.ts";
import type { HttpService } from "../../layers/http-stack/http-service.ts";
import { redirect, refusalsCountKey } from "../../layers/redirect.ts";
import { retry } from "../../layers/retry.ts";
import type { Context } from "../../service/context.ts";
import { NotNowError, RejectedError } from "../../service/errors.ts";
import { type Outcome, settle, unwrap } from "../../service/outcome.ts";
import type { Service } from "../../service/service.ts";
import { untilAborted } from "../../service/until-aborted.ts";
import type { Counters } from "../crawl-stats.ts";

/** What a {@link SitemapCaller} is made of. */
export interface SitemapCallerParts {
  readonly context: Context;
  readonly stack: HttpService;
  readonly counters: Counters;
  readonly retries: number;
  /** Called when something was counted. */
  readonly onCount: () => void;
}

/** How long to wait after a refusal that does not tell. */
const BLIND_MS = 1000;
/** A robots.txt is read no further: by the RFC, 500 KiB count. */
const ROBOTS_BYTES = 600 * 1024;

/**
 * Fetches what is no page through the stack of a crawl: with its limits, its robots.txt and its retries.
 *
 * There is one call at a time and nobody waits for it, so it may wait inside the stack for its turn.
 */
export class SitemapCaller {
  readonly #parts: SitemapCallerParts;
  readonly #files: Service<HttpRequest, HttpResponse>;
  readonly #robots: Service<HttpRequest, HttpResponse>;
  #asked = "";

  constructor(parts: SitemapCallerParts) {
    const { retries, stack } = parts;
    this.#parts = parts;
    const patient: Service<HttpRequest, HttpResponse> = {
      call: (request, context) => {
        this.#asked = request.url;
        return untilTaken(stack, request, context);
      },
    };
    const counted = { call: this.#counted(patient) };
    this.#files = redirect()(retry(httpRetry({ limit: retries }))(counted));
    this.#robots = redirect()(retry(httpRetry({ limit: retries }))(patient));
  }

  /** What was asked for last: where redirects have led. */
  get asked(): string {
    return this.#asked;
  }

  /** A file of which that many bytes count; an outcome that is no 2xx is an error. */
  file(url: string, maxBytes: number): Promise<Outcome<HttpResponse>> {
    return this.#fetch(this.#files, { url, maxBytes });
  }

  /** A robots.txt, which does not count as a request of the crawl. */
  robots(url: string): Promise<Outcome<HttpResponse>> {
    return this.#fetch(this.#robots, { url, maxBytes: ROBOTS_BYTES });
  }

  async #fetch(
    service: Service<HttpRequest, HttpResponse>,
    wanted: Pick<HttpRequest, "url" | "maxBytes">,
  ): Promise<Outcome<HttpResponse>> {
    const request = { ...wanted, accept: () => true, allowTruncated: false };
    // A redirect into a refusal is no answer.
    const context = this.#parts.context.fork().with(refusalsCountKey, true);
    const outcome = await settle(service.call(request, context));
    const error = outcome.ok ? statusError(request, outcome.value) : undefined;
    return error ? { ok: false, error } : outcome;
  }

  #counted(inner: Service<HttpRequest, HttpResponse>): typeof inner.call {
    const { counters, onCount } = this.#parts;
    return async (request, context) => {
      const began = context.clock.now();
      const outcome = await settle(inner.call(request, context));
      if (outcome.ok || !(outcome.error instanceof RejectedError)) {
        counters.call(domainKey(request.url), responseOf(outcome), context.clock.now() - began);
        onCount();
      }
      return unwrap(outcome);
    };
  }
}

/** Calls again whenever the stack said "not now". */
async function untilTaken(
  stack: HttpService,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  for (;;) {
    const outcome = await settle(stack.call(request, context));
    if (outcome.ok || !(outcome.error instanceof NotNowError)) return unwrap(outcome);
    await pause(outcome.error, context);
  }
}

async function pause({ ready, retryAt }: NotNowError, context: Context): Promise<void> {
  const now = context.clock.now();
  if (!ready) return context.sleep(Math.max(1, (retryAt ?? now + BLIND_MS) - now));
  using scope = context.scope();
  return await untilAborted(scope, { call: () => ready }, undefined);
}
