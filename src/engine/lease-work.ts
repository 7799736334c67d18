import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { responseOf } from "../http/response-of.ts";
import type { Context } from "../service/context.ts";
import { settle } from "../service/outcome.ts";
import type { Stack } from "../service/stack.ts";
import { tell } from "./crawl-events.ts";
import { CrawlRequest } from "./crawl-request.ts";
import type { Counters } from "./crawl-stats.ts";
import type { Fates } from "./fates.ts";
import type { Awaitable, Frontier, Lease } from "./frontier.ts";
import type { Gate, Origin } from "./gate.ts";
import { HostStarts } from "./host-starts.ts";
import type { ItemLine } from "./item-line.ts";
import { outputsOf, type Parse } from "./outputs.ts";
import { Page } from "./page.ts";
import { Signal } from "./signal.ts";
import { judge, type Verdict } from "./verdict.ts";

/** What a {@link LeaseWork} is made of. */
export interface LeaseParts<Item> {
  /** In which all calls run. */
  readonly context: Context;
  readonly stack: Stack<HttpRequest, HttpResponse>;
  readonly frontier: Frontier;
  readonly gate: Gate;
  readonly items: ItemLine<Item>;
  readonly counters: Counters;
  readonly fates: Fates;
  readonly parse: Parse<Item>;
  readonly retries: number;
  /** Called for an error that ends the crawl. */
  readonly onFailure: (error: unknown) => void;
}

/** Works off leases: calls the stack, and does with the outcome what it asks for. */
export class LeaseWork<Item> {
  /** Wakes when a count below has changed. */
  readonly changed: Signal = new Signal();
  /** Workers at work: in a call, or in a parse that does not wait for room. */
  working = 0;
  /** Requests in hand, those of parses set aside too. */
  inHand = 0;
  /** Calls under way. */
  calls = 0;
  readonly #parts: LeaseParts<Item>;
  readonly #judge: ReturnType<typeof judge>;
  readonly #starts: HostStarts;

  constructor(parts: LeaseParts<Item>) {
    this.#parts = parts;
    this.#judge = judge(parts.retries);
    this.#starts = new HostStarts(parts.frontier);
  }

  /** Sees a request through. It never rejects. */
  async serve(lease: Lease): Promise<void> {
    this.working++;
    this.inHand++;
    try {
      await this.#act(lease, await this.#call(lease));
    } catch (error) {
      this.#parts.onFailure(error);
    }
    this.working--;
    this.inHand--;
    this.changed.wake();
  }

  async #call(lease: Lease): Promise<Verdict> {
    const { context, counters, frontier, stack } = this.#parts;
    const { host, request } = lease;
    const began = context.clock.now();
    this.calls++;
    const own = this.#starts.begin(host, context.fork().withStartBy(began));
    const outcome = await settle(stack.call(request.toHttp(), own));
    this.calls--;
    const verdict = this.#judge(request, outcome, context);
    if (verdict.kind === "later") {
      this.#starts.later(host, verdict.error, context, this.calls === 0);
    } else {
      this.#starts.end(host);
      if (verdict.kind === "page") counters.pages++;
      if (verdict.kind !== "refused") {
        counters.call(request.url, responseOf(outcome), context.clock.now() - began);
      }
    }
    frontier.fetched(lease);
    this.changed.wake();
    return verdict;
  }

  async #act(lease: Lease, verdict: Verdict): Promise<void> {
    const { context, fates, frontier } = this.#parts;
    const { request } = lease;
    const { attempts, url } = request;
    const now = context.clock.now();
    if (context.aborted) {
      await frontier.settle(lease, { retryAt: now, attempts });
      return;
    }
    switch (verdict.kind) {
      case "page":
        fates.fetched(url);
        tell("fetched", url, { status: verdict.response.status, depth: request.depth });
        await this.#parse(new Page(request, verdict.response));
        await frontier.settle(lease, { done: true });
        break;
      case "redirect":
        fates.fetched(url);
        tell("redirected", url, { to: verdict.target.url });
        await this.#enter(request.redirectedTo(verdict.target), "redirect");
        await frontier.settle(lease, { done: true });
        break;
      case "retry":
        tell("retried", url, {
          attempts: attempts + 1,
          afterMs: verdict.afterMs,
          error: verdict.error,
        });
        await frontier.settle(lease, { retryAt: now + verdict.afterMs, attempts: attempts + 1 });
        break;
      case "later":
        await frontier.settle(lease, { retryAt: now, attempts });
        break;
      case "refused":
      case "failed":
        await this.#giveUp(lease, verdict);
        break;
    }
  }

  async #giveUp(
    lease: Lease,
    { kind, error }: Verdict & { readonly kind: "refused" | "failed" },
  ): Promise<void> {
    const { counters, fates, frontier } = this.#parts;
    const { url } = lease.request;
    const code = codeOf(error);
    const reason = code === "robots_disallowed" ? "robots" : kind;
    if (kind === "failed") counters.error(code);
    fates.notFetched(url, reason);
    tell("notFetched", url, { reason, error });
    await frontier.settle(lease, { failed: error });
  }

  async #parse(page: Page): Promise<void> {
    const { context, counters, items, parse } = this.#parts;
    try {
      for await (const output of await outputsOf(parse, page)) {
        if (context.aborted) break;
        if (output instanceof CrawlRequest) {
          const entering = this.#enter(output.at({ depth: page.depth + 1 }), "link");
          if (entering) await entering;
        } else {
          counters.items++;
          await items.push(output);
        }
      }
    } catch (error) {
      counters.error("parse_failed");
      tell("parseFailed", page.url, { error });
    }
  }

  /** Lets a request into the frontier. While there is no room, its parse holds no worker. */
  #enter(request: CrawlRequest, origin: Origin): Promise<void> | undefined {
    const where = this.#parts.gate.enter(request, origin);
    return where === "in" || where === "out" ? undefined : this.#enterLater(where, request, origin);
  }

  async #enterLater(
    where: Awaitable<"in" | "out" | "full">,
    request: CrawlRequest,
    origin: Origin,
  ): Promise<void> {
    const { gate, onFailure } = this.#parts;
    try {
      if ((await where) === "full") {
        await gate.enterLater(request, origin, (room) => this.#setAside(room));
      }
    } catch (error) {
      onFailure(error);
    }
  }

  async #setAside(room: Promise<void>): Promise<void> {
    this.working--;
    this.changed.wake();
    await room;
    this.working++;
  }
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "unknown_error";
}
