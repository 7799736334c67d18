import type { AcceptBody, HttpResponse } from "../../http/message.ts";
import { redirectOf } from "../../http/redirect-target.ts";
import { StatusError, statusError } from "../../http/status-error.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { type Backoff, exponential } from "../../layers/backoff.ts";
import type { Context } from "../../service/context.ts";
import type { Outcome } from "../../service/outcome.ts";
import { untilAborted } from "../../service/until-aborted.ts";
import { CrawlRequest, requireHttpUrl } from "../page/crawl-request.ts";
import type { Handlers } from "../page/handlers.ts";
import type { PageRobots } from "../page/page-robots.ts";
import { Page } from "../page/page.ts";
import { hasTooMany, tooMany, type Verdict } from "../verdict.ts";
import { HookError } from "./hook-error.ts";
import { type OnResponse, type Reaction, requireReaction } from "./reaction.ts";
import { UnwantedResponseError } from "./unwanted-response-error.ts";

/** What a {@link Reviewer} is made of. */
export interface ReviewerParts<Item> {
  readonly context: Context;
  readonly handlers: Handlers<Item>;
  readonly retries: number;
  readonly accept: AcceptBody | undefined;
  readonly onResponse: OnResponse | undefined;
  /** What of the robots tags of pages counts. */
  readonly robots: PageRobots;
}

/** Asks the user what is to become of a response before the crawl does what it would. */
export class Reviewer<Item> {
  readonly #parts: ReviewerParts<Item>;
  readonly #backoff: Backoff = exponential();

  constructor(parts: ReviewerParts<Item>) {
    this.#parts = parts;
  }

  /** What the leaf asks before it reads the body of a page. What fails here, {@link review} tells. */
  get accept(): AcceptBody | undefined {
    const { accept } = this.#parts;
    if (!accept) return undefined;
    return (head) => {
      try {
        return !isPage(head) || accept(head);
      } catch {
        return false;
      }
    };
  }

  /** The last word on the outcome of a call. Rejects with the reason when the crawl aborts. */
  review(
    request: CrawlRequest,
    outcome: Outcome<HttpResponse>,
    verdict: Verdict,
  ): Verdict | Promise<Verdict> {
    const { accept, onResponse } = this.#parts;
    const response = answerOf(outcome);
    if (!response) return verdict;
    try {
      if (accept && isPage(response) && !accept(response)) return { kind: "filtered" };
    } catch (error) {
      return failed("accept", request, error);
    }
    return onResponse ? this.#ask(request, response, verdict) : verdict;
  }

  async #ask(request: CrawlRequest, response: HttpResponse, verdict: Verdict): Promise<Verdict> {
    const { context, handlers, onResponse, robots } = this.#parts;
    const page = new Page(request, response, (to) => void handlers.of(to), robots);
    const asking = { call: async () => onResponse?.(page) };
    try {
      const reaction: unknown = await untilAborted(context.scope(), asking, undefined);
      requireReaction(reaction);
      return reaction ? this.#verdictOf(reaction, page) : verdict;
    } catch (error) {
      context.throwIfAborted();
      return failed("onResponse", request, error);
    }
  }

  #verdictOf(reaction: Reaction, page: Page): Verdict {
    const { response } = page;
    if ("parse" in reaction) return { kind: "page", response };
    if ("retry" in reaction) return this.#retry(reaction.retry, page);
    if ("follow" in reaction) return this.#follow(reaction.follow, page);
    return typeof reaction.skip === "string"
      ? { kind: "filtered", why: reaction.skip }
      : { kind: "filtered" };
  }

  #retry(wait: true | number, { request, response }: Page): Verdict {
    const { context, retries } = this.#parts;
    const error =
      statusError(request.toHttp(), response) ?? new UnwantedResponseError(redactUrl(request.url));
    if (request.attempts >= retries) return { kind: "failed", error };
    const backoffMs = this.#backoff(request.attempts + 1, context.random);
    return { kind: "retry", afterMs: wait === true ? backoffMs : wait, error };
  }

  #follow(to: string | URL | CrawlRequest, { request, response }: Page): Verdict {
    if (hasTooMany(request)) return { kind: "failed", error: tooMany(request.toHttp(), response) };
    if (to instanceof CrawlRequest) {
      this.#parts.handlers.of(to.to);
      return { kind: "follow", next: request.replacedBy(to) };
    }
    const url = tryParseUrl(String(to), new URL(response.url)) ?? String(to);
    const location = requireHttpUrl("follow", url);
    const asRedirect = response.with({ status: 303, headers: { location } });
    const target = redirectOf(request.toHttp(), asRedirect) ?? { url: location };
    return { kind: "redirect", target };
  }
}

/** The answer of a server, which a status makes an error where the stack classifies. */
function answerOf(outcome: Outcome<HttpResponse>): HttpResponse | undefined {
  if (outcome.ok) return outcome.value;
  return outcome.error instanceof StatusError ? outcome.error.response : undefined;
}

function isPage({ status }: Pick<HttpResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

function failed(hook: HookError["hook"], { url }: CrawlRequest, error: unknown): Verdict {
  return { kind: "failed", error: new HookError(hook, redactUrl(url), error) };
}
