import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import { RejectedError } from "../../service/errors.ts";
import { type Outcome, settle, unwrap } from "../../service/outcome.ts";
import { CircuitOpenError } from "../circuit-breaker/circuit-open-error.ts";
import { tellCache } from "./cache-events.ts";
import type { CacheParts, Found } from "./cache-rules.ts";
import type { CacheNote } from "./cache-status.ts";
import type { Cacheable } from "./cacheable.ts";
import { Errand } from "./errand.ts";
import type { KeptResponses, Miss } from "./kept-responses.ts";
import { conditions } from "./precondition.ts";
import { mayStandIn, toldInWords } from "./request-terms.ts";
import { answersFor, asking, speaksOf } from "./revalidation.ts";

/** A response, and how it came to be one. */
export interface Answer {
  readonly response: HttpResponse;
  readonly note: CacheNote;
}

/** What a cache asks the server for. */
export interface Inquiry {
  readonly asked: Cacheable;
  readonly request: HttpRequest;
  /** Called when the answer may be out of date, so that nobody is to wait for it any more. */
  readonly onOvertaken: () => void;
}

/** Statuses for which a stale entry may stand in (RFC 5861, section 4). */
const failures: ReadonlySet<number> = new Set([500, 502, 503, 504]);
/** Statuses which tell that what is kept is no more, even where they are not kept themselves. */
const gone: ReadonlySet<number> = new Set([404, 410]);

/** Asks the server on behalf of a cache, and does with its answer what that says about what is kept. */
export class ServerSide {
  readonly #parts: CacheParts;
  readonly #kept: KeptResponses;

  constructor(parts: CacheParts, kept: KeptResponses) {
    this.#parts = parts;
    this.#kept = kept;
  }

  /** The answer of the server, or what may be served in its stead. */
  async ask(inquiry: Inquiry, found: Found | Miss, context: Context): Promise<Answer> {
    const { asked, request, onOvertaken } = inquiry;
    context.throwIfAborted();
    tellCache(context, "missed", asked);
    const { inner, store } = this.#parts;
    const errand = new Errand(asked, context, onOvertaken);
    store.errands.begin(errand);
    const told = toldInWords(request, asked.terms.use);
    try {
      if (typeof found === "object") return await this.#askAgain(errand, told, found);
      const response = await inner.call(told, errand.context);
      return { response, note: { fwd: found, stored: await this.#keep(errand, response) } };
    } finally {
      store.errands.end(errand);
    }
  }

  /** For what is kept, but does not suffice. */
  async #askAgain(errand: Errand, request: HttpRequest, found: Found): Promise<Answer> {
    const { inner } = this.#parts;
    const { asked, context } = errand;
    const fwd = found.freshness.ageMs < found.freshness.lifetimeMs ? "request" : "stale";
    const condition = mayConfirm(asked) ? asking(request, found.entry) : undefined;
    let outcome = await settle(inner.call(condition ?? request, context));
    if (condition && isNotModified(outcome)) {
      const confirmed = await this.#confirmed(errand, found, unwrap(outcome));
      if (confirmed) return { response: confirmed, note: { fwd, fwdStatus: 304 } };
      outcome = await settle(inner.call(request, context.started())); // it spoke of what we have not
    }
    const stale = hasFailed(outcome, context) && this.#staleInstead(errand, found, outcome);
    if (stale) return { response: stale.response, note: { fwd, ...stale.note } };
    const response = unwrap(outcome);
    return { response, note: { fwd, stored: await this.#learn(errand, found, response) } };
  }

  /** What is kept, as a 304 confirmed it; undefined if it speaks of something else. */
  async #confirmed(
    errand: Errand,
    found: Found,
    news: HttpResponse,
  ): Promise<HttpResponse | undefined> {
    const { asked, context } = errand;
    context.throwIfAborted();
    if (!speaksOf(found.entry, news)) return undefined;
    const renewed = await this.#kept.renew(errand, found, news);
    tellCache(context, "revalidated", asked);
    const response = this.#parts.rules.serve(asked, renewed, false, context.clock.wallMs());
    return response?.with({ revalidated: news.headers, timings: news.timings });
  }

  #staleInstead(
    { asked, context }: Errand,
    found: Found,
    failure: Outcome<HttpResponse>,
  ): Answer | undefined {
    const { rules } = this.#parts;
    const now = context.clock.wallMs();
    const freshness = rules.freshness(found.entry, now) ?? found.freshness;
    if (!mayStandIn(asked.terms, freshness)) return undefined;
    const response = rules.serve(asked, { ...found, freshness }, true, now);
    if (!response) return undefined;
    tellCache(context, "servedStale", asked, { outcome: failure });
    const fwdStatus = failure.ok ? { fwdStatus: failure.value.status } : {};
    return { response, note: { ...fwdStatus, detail: "stale-if-error" } };
  }

  /** Does what a new answer says about what is kept; tells whether it is kept itself. */
  async #learn(errand: Errand, found: Found, response: HttpResponse): Promise<boolean> {
    const { asked, context } = errand;
    context.throwIfAborted();
    const isSame = this.#confirms(found, asked, response);
    if (isSame === true) {
      await this.#kept.renew(errand, found, response);
      return false;
    }
    if (isSame === false) await this.#kept.forget(errand, found);
    const stored = await this.#keep(errand, response);
    if (!stored && replaces(response)) await this.#kept.forget(errand, found);
    return stored;
  }

  /**
   * Whether a response without a body, to a condition of the caller or to a HEAD, is of the same state as
   * what is kept; undefined if it does not tell.
   */
  #confirms({ key, entry }: Found, asked: Cacheable, response: HttpResponse): boolean | undefined {
    const { status } = response;
    if (status === 304) return answersFor(entry, asked.headers, response);
    const isHead = this.#parts.rules.heedsHead && status === 200 && key !== asked.key;
    return isHead ? speaksOf(entry, response) : undefined;
  }

  async #keep(errand: Errand, response: HttpResponse): Promise<boolean> {
    const { asked, context } = errand;
    context.throwIfAborted();
    const stored = await this.#kept.keep(errand, response);
    if (stored) tellCache(context, "stored", asked);
    return stored;
  }
}

/** Whether the server may confirm what is kept: unless all is to come anew, or the caller sets a condition. */
function mayConfirm({ headers, terms }: Cacheable): boolean {
  return terms.use !== "reload" && !conditions.some((name) => headers.has(name));
}

function isNotModified(outcome: Outcome<HttpResponse>): boolean {
  return outcome.ok && outcome.value.status === 304;
}

/** Whether the server could not answer: with an error, or not at all. */
function hasFailed(outcome: Outcome<HttpResponse>, context: Context): boolean {
  if (outcome.ok) return failures.has(outcome.value.status);
  if (context.aborted) return false;
  return !(outcome.error instanceof RejectedError) || outcome.error instanceof CircuitOpenError;
}

/** Whether a response takes the place of what is kept, even where it is not kept itself. */
function replaces({ status, truncated }: HttpResponse): boolean {
  if (truncated || status === 206 || status === 304) return false;
  return status < 400 || gone.has(status);
}
