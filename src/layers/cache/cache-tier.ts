import { requireUseOf } from "../../http/cache-use.ts";
import { cutOf } from "../../http/cut-of.ts";
import { HttpHeaders } from "../../http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../http/message.ts";
import type { Context } from "../../service/context.ts";
import { settle } from "../../service/outcome.ts";
import { startListener } from "../../service/start-listener.ts";
import { SingleFlight } from "../coalesce/single-flight.ts";
import { callTraceKey } from "../tracing/call-trace.ts";
import { tellCache } from "./cache-events.ts";
import type { CacheParts, Found } from "./cache-rules.ts";
import type { CacheNote } from "./cache-status.ts";
import { type Cacheable, cacheable, identityOf, isUnsafe } from "./cacheable.ts";
import { KeptResponses, type Miss } from "./kept-responses.ts";
import { NotCachedError } from "./not-cached-error.ts";
import { outdatedBy } from "./outdated.ts";
import {
  mayBeServedWhileAsking,
  type RequestTerms,
  suffices,
  termsOf,
  toldInWords,
} from "./request-terms.ts";
import { type Answer, type Inquiry, ServerSide } from "./server-side.ts";

/** The cache of one stack: what it keeps, what is asked for by now, and what is asked for anew behind it. */
export class CacheTier implements AsyncDisposable {
  readonly #parts: CacheParts;
  readonly #kept: KeptResponses;
  readonly #server: ServerSide;
  readonly #flights = new SingleFlight<Answer>();
  readonly #refreshes = new Map<string, Promise<void>>();

  constructor(parts: CacheParts) {
    this.#parts = parts;
    this.#kept = new KeptResponses(parts.store, parts.rules);
    this.#server = new ServerSide(parts, this.#kept);
  }

  call(request: HttpRequest, context: Context): Promise<HttpResponse> {
    const { rules, use } = this.#parts;
    requireUseOf(request);
    const asked = cacheable(request, use);
    if (!asked || (asked.isPartial && !rules.answersPartial)) return this.#pass(request, context);
    return this.#answer(asked, request, context);
  }

  /** Waits for what is asked for behind the calls, which has been aborted by now. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#refreshes.values());
  }

  async #answer(asked: Cacheable, request: HttpRequest, context: Context): Promise<HttpResponse> {
    const { landed } = this.#flights;
    const found = await this.#kept.find(asked, context);
    const kept = this.#fromKept(asked, request, found, context);
    if (kept) return this.#marked(kept, request);
    const inquiry = this.#inquiryOf(asked, request);
    const work = this.#work(inquiry, found, landed);
    // Whether the body is read is said to whoever asked, and what it says is for nobody else.
    if (request.accept) return this.#marked(await work(context), request);
    let collapsed = false;
    const answer = await this.#flights.share(inquiry.id, context, work, (event, detail) => {
      collapsed ||= event === "joined";
      tellCache(context, event, asked, detail);
    });
    return this.#marked(answer, request, collapsed);
  }

  /** Asks the server, unless what landed since may have been kept after we looked. */
  #work(
    inquiry: Inquiry,
    found: Found | Miss,
    landed: number,
  ): (context: Context) => Promise<Answer> {
    const { asked, request } = inquiry;
    return async (context) => {
      if (this.#flights.landed === landed) return this.#server.ask(inquiry, found, context);
      const late = await this.#kept.find(asked, context);
      const kept = this.#fromKept(asked, request, late, context);
      return kept ?? this.#server.ask(inquiry, late, context);
    };
  }

  /** What answers a request without the server; undefined if nothing does, and it may be asked. */
  #fromKept(
    asked: Cacheable,
    request: HttpRequest,
    found: Found | Miss,
    context: Context,
  ): Answer | undefined {
    const { terms } = asked;
    if (typeof found === "object") {
      const { freshness } = found;
      const isStale = !suffices(terms, freshness);
      const mayServe = !isStale || mayBeServedWhileAsking(terms, freshness);
      const hit = mayServe ? this.#hit(asked, found, context) : undefined;
      if (hit && isStale) this.#refresh(asked, request, found, context);
      if (hit) return hit;
    }
    return without(request, terms);
  }

  #hit(asked: Cacheable, found: Found, context: Context): Answer | undefined {
    const { lifetimeMs, ageMs } = found.freshness;
    const response = this.#parts.rules.serve(asked, found, true, context.clock.wallMs());
    if (!response) return undefined;
    tellCache(context, "hit", asked);
    return { response, note: { hit: true, ttlMs: lifetimeMs - ageMs } };
  }

  /** Asks for an entry anew that is served meanwhile: once at a time, and for as long as the stack lives. */
  #refresh(asked: Cacheable, request: HttpRequest, found: Found, context: Context): void {
    const inquiry = this.#inquiryOf(asked, request);
    const { id } = inquiry;
    if (this.#refreshes.has(id)) return;
    const own = context
      .detach()
      .fork()
      .with(callTraceKey, undefined)
      .with(startListener, undefined);
    const work = (context: Context): Promise<Answer> => this.#server.ask(inquiry, found, context);
    const tell = (event: string, detail?: object): void => tellCache(own, event, asked, detail);
    const refreshed = async (): Promise<void> => {
      const outcome = await settle(this.#flights.share(id, own, work, tell));
      this.#refreshes.delete(id);
      if (!outcome.ok && !own.aborted) tell("failed", { error: outcome.error });
    };
    this.#refreshes.set(id, refreshed());
  }

  #inquiryOf(asked: Cacheable, request: HttpRequest): Inquiry & { readonly id: string } {
    const id = identityOf(asked, request);
    return { id, asked, request, onOvertaken: () => this.#flights.close(id) };
  }

  async #pass(request: HttpRequest, context: Context): Promise<HttpResponse> {
    const { inner } = this.#parts;
    const { cache: use = this.#parts.use } = request;
    const refusal = without(request, termsOf(use, HttpHeaders.from(request.headers)));
    if (refusal) return this.#marked(refusal, request);
    const response = await inner.call(toldInWords(request, use), context);
    await this.#kept.forgetAll(outdatedBy(request, response), context);
    const note: CacheNote = { fwd: isUnsafe(request) ? "method" : "bypass" };
    return this.#marked({ response, note }, request);
  }

  /** A response with how it came, told each caller. */
  #marked({ response, note }: Answer, request: HttpRequest, collapsed = false): HttpResponse {
    const told: CacheNote = collapsed ? { ...note, collapsed } : note;
    return this.#parts.rules.mark(cut(response, request), told);
  }
}

/** A response that was kept whole, up to where the request wants its body. */
function cut(response: HttpResponse, request: HttpRequest): HttpResponse {
  if (request.maxBytes === undefined || !response.fromCache) return response;
  const { body } = response;
  const end = cutOf(request);
  if (body.byteLength <= end) return response;
  return response.with({ body: body.subarray(0, end), truncated: true });
}

/** The answer where nothing kept is one, and the server is not to be asked. */
function without({ url }: HttpRequest, { use, onlyIfCached }: RequestTerms): Answer | undefined {
  if (use === "offline") throw new NotCachedError(url);
  if (!onlyIfCached) return undefined;
  const response = new HttpResponse({ url, status: 504, fromCache: true });
  return { response, note: { detail: "only-if-cached" } };
}
