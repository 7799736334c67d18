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
import { requireUseOf } from "./cache-words.ts";
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
import { type Answer, ServerSide } from "./server-side.ts";

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
    if (kept) return this.#marked(kept);
    const work = this.#work(asked, request, found, landed);
    // Whether the body is read is said to whoever asked, and what it says is for nobody else.
    if (request.accept) return this.#marked(await work(context));
    let collapsed = false;
    const id = identityOf(asked, request);
    const answer = await this.#flights.share(id, context, work, (event, detail) => {
      collapsed ||= event === "joined";
      tellCache(context, event, asked, detail);
    });
    return this.#marked(answer, collapsed);
  }

  /** Asks the server, unless what landed since may have been kept after we looked. */
  #work(
    asked: Cacheable,
    request: HttpRequest,
    found: Found | Miss,
    landed: number,
  ): (context: Context) => Promise<Answer> {
    return async (context) => {
      if (this.#flights.landed === landed) {
        return this.#server.ask(asked, request, found, context);
      }
      const late = await this.#kept.find(asked, context);
      const kept = this.#fromKept(asked, request, late, context);
      return kept ?? this.#server.ask(asked, request, late, context);
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
    const id = identityOf(asked, request);
    if (this.#refreshes.has(id)) return;
    const own = context
      .detach()
      .fork()
      .with(callTraceKey, undefined)
      .with(startListener, undefined);
    const work = (context: Context): Promise<Answer> =>
      this.#server.ask(asked, request, found, context);
    const tell = (event: string, detail?: object): void => tellCache(own, event, asked, detail);
    const refreshed = async (): Promise<void> => {
      const outcome = await settle(this.#flights.share(id, own, work, tell));
      this.#refreshes.delete(id);
      if (!outcome.ok && !own.aborted) tell("failed", { error: outcome.error });
    };
    this.#refreshes.set(id, refreshed());
  }

  async #pass(request: HttpRequest, context: Context): Promise<HttpResponse> {
    const { inner } = this.#parts;
    const { cache: use = this.#parts.use } = request;
    const refusal = without(request, termsOf(use, HttpHeaders.from(request.headers)));
    if (refusal) return this.#marked(refusal);
    const response = await inner.call(toldInWords(request, use), context);
    const outdated = outdatedBy(request, response);
    this.#server.overtake(outdated);
    await this.#kept.forget(outdated, context);
    return this.#marked({ response, note: { fwd: isUnsafe(request) ? "method" : "bypass" } });
  }

  /** A response with how it came, told each caller. */
  #marked({ response, note }: Answer, collapsed = false): HttpResponse {
    const told: CacheNote = collapsed ? { ...note, collapsed } : note;
    return this.#parts.rules.mark(response, told);
  }
}

/** The answer where nothing kept is one, and the server is not to be asked. */
function without({ url }: HttpRequest, { use, onlyIfCached }: RequestTerms): Answer | undefined {
  if (use === "offline") throw new NotCachedError(url);
  if (!onlyIfCached) return undefined;
  const response = new HttpResponse({ url, status: 504, fromCache: true });
  return { response, note: { detail: "only-if-cached" } };
}
