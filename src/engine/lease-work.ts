import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { responseOf } from "../http/response-of.ts";
import { settle } from "../service/outcome.ts";
import type { Stack } from "../service/stack.ts";
import type { Party } from "./admission/party.ts";
import { tell } from "./crawl-events.ts";
import type { Fates } from "./fates.ts";
import type { Frontier, Lease } from "./frontier/frontier.ts";
import { HostStarts } from "./host-starts.ts";
import { PageReader, type PageReaderParts } from "./page/page-reader.ts";
import { Page } from "./page/page.ts";
import { Signal } from "./signal.ts";
import { judge, type Verdict } from "./verdict.ts";

/** What a {@link LeaseWork} is made of. */
export interface LeaseParts<Item> extends PageReaderParts<Item> {
  readonly stack: Stack<HttpRequest, HttpResponse>;
  readonly frontier: Frontier;
  readonly fates: Fates;
  readonly retries: number;
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
  readonly #reader: PageReader<Item>;
  readonly #cut: Lease[] = [];

  constructor(parts: LeaseParts<Item>) {
    this.#parts = parts;
    this.#judge = judge(parts.retries);
    this.#starts = new HostStarts(parts.frontier);
    this.#reader = new PageReader(parts, (room) => this.#setAside(room));
  }

  /** Sees a request through, at most until the crawl aborts. It never rejects. */
  serve(lease: Lease): Promise<void> {
    return this.#atWork(async () => {
      if (this.#starts.isStarting(lease.host)) await this.#putBack(lease);
      else await this.#settleAfter(lease, await this.#handle(lease));
    });
  }

  /** Puts back a request that was taken in vain. It never rejects. */
  giveBack(lease: Lease): Promise<void> {
    return this.#atWork(() => this.#putBack(lease));
  }

  /** Puts back the requests of pages whose parse was cut short. */
  async giveBackCut(): Promise<void> {
    for (const lease of this.#cut.splice(0)) await this.#putBack(lease);
  }

  async #atWork(work: () => Promise<void>): Promise<void> {
    this.working++;
    this.inHand++;
    try {
      await work();
    } catch (error) {
      this.#parts.onFailure(error);
    }
    this.working--;
    this.inHand--;
    this.changed.wake();
  }

  /** Calls for a lease; undefined where the crawl was aborted meanwhile. */
  async #call(lease: Lease): Promise<Verdict | undefined> {
    const { context, counters, frontier, stack } = this.#parts;
    const { host, request } = lease;
    const began = context.clock.now();
    const own = this.#starts.begin(host, context.fork().withStartBy(began));
    this.calls++;
    const outcome = await settle(stack.call(request.toHttp(), own));
    this.calls--;
    this.changed.wake();
    if (context.aborted) return undefined;
    const verdict = this.#judge(request, outcome, context);
    if (verdict.kind === "later") {
      this.#starts.later(host, verdict.error, context, this.calls === 0);
    } else {
      this.#starts.end(host);
      if (verdict.kind === "page") counters.pages++;
      if (verdict.kind !== "refused") {
        counters.call(host, responseOf(outcome), context.clock.now() - began);
      }
    }
    frontier.fetched(lease);
    return verdict;
  }

  /** Calls and does what the outcome asks for: a step of its own, so that what waits holds no page. */
  async #handle(lease: Lease): Promise<Party | undefined> {
    const verdict = await this.#call(lease);
    if (verdict?.kind === "page") return this.#read(lease, verdict.response);
    await this.#act(lease, verdict);
    return undefined;
  }

  /** Ends the lease of a page that was read when all of its links have entered. */
  async #settleAfter(lease: Lease, party: Party | undefined): Promise<void> {
    if (!party) return;
    if (party.size > 0) await this.#setAside(party.empty());
    await this.#parts.frontier.settle(lease, { done: true });
  }

  async #act(
    lease: Lease,
    verdict: Exclude<Verdict, { readonly kind: "page" }> | undefined,
  ): Promise<void> {
    switch (verdict?.kind) {
      case "redirect":
        return this.#redirect(lease, verdict.target);
      case "retry":
        return this.#retry(lease, verdict);
      case "refused":
      case "failed":
        return this.#giveUp(lease, verdict);
      case "later":
      case undefined:
        return this.#putBack(lease);
    }
  }

  async #read(lease: Lease, response: HttpResponse): Promise<Party | undefined> {
    const { fates } = this.#parts;
    const { request } = lease;
    fates.fetched(request.url);
    tell("fetched", request.url, { status: response.status, depth: request.depth });
    const party = await this.#reader.read(new Page(request, response));
    if (!party) this.#cut.push(lease);
    return party;
  }

  async #redirect(lease: Lease, target: HttpRequest): Promise<void> {
    const { fates, frontier } = this.#parts;
    const { request } = lease;
    fates.fetched(request.url);
    tell("redirected", request.url, { to: target.url });
    await this.#reader.redirect(request.redirectedTo(target));
    await frontier.settle(lease, { done: true });
  }

  async #retry(
    lease: Lease,
    { afterMs, error }: Verdict & { readonly kind: "retry" },
  ): Promise<void> {
    const { context, frontier } = this.#parts;
    const attempts = lease.request.attempts + 1;
    tell("retried", lease.request.url, { attempts, afterMs, error });
    await frontier.settle(lease, { retryAt: context.clock.now() + afterMs, attempts });
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
    // Rules that could not be read are a failure of the host, besides a refusal.
    if (reason === "robots" && error.cause instanceof Error) counters.error(codeOf(error.cause));
    fates.notFetched(url, reason);
    tell("notFetched", url, { reason, error });
    await frontier.settle(lease, { failed: error });
  }

  async #putBack(lease: Lease): Promise<void> {
    const { context, frontier } = this.#parts;
    const { attempts } = lease.request;
    await frontier.settle(lease, { retryAt: context.clock.now(), attempts });
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
