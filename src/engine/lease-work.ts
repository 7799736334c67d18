import type { HttpResponse } from "../http/message.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import type { Party } from "./admission/party.ts";
import { placeOf } from "./admission/place.ts";
import type { Quota } from "./admission/quota.ts";
import { tell } from "./crawl-events.ts";
import type { Fates } from "./fates.ts";
import type { Awaitable, Fate, Frontier, Lease } from "./frontier/frontier.ts";
import { codeOf, failedAs, givenUpFor } from "./given-up.ts";
import type { Unwanted } from "./hooks/link-filter.ts";
import type { Draft } from "./items/draft.ts";
import type { CrawlRequest } from "./page/crawl-request.ts";
import { PageReader, type PageReaderParts } from "./page/page-reader.ts";
import type { PageRobots } from "./page/page-robots.ts";
import { Page } from "./page/page.ts";
import { Signal } from "./signal.ts";
import type { CrawlTelemetry } from "./telemetry/crawl-telemetry.ts";
import type { Verdict } from "./verdict.ts";

/** What a {@link LeaseWork} is made of. */
export interface LeaseParts<Item> extends PageReaderParts<Item> {
  readonly frontier: Frontier;
  readonly fates: Fates;
  readonly quotas: readonly Quota[];
  /** What of the robots tags of pages counts. */
  readonly robots: PageRobots;
  readonly telemetry: CrawlTelemetry;
}

/** A page that was read: its links that wait for room, and the status that it came with. */
interface Reading {
  readonly party: Party;
  readonly status: number;
  readonly draft: Draft | undefined;
}

/** Works off leases: does with the outcome of each what it asks for. */
export class LeaseWork<Item> {
  /** Wakes when a count below has changed. */
  readonly changed: Signal = new Signal();
  /** Workers at work: in a call, or in a parse that does not wait for room. */
  working = 0;
  /** Requests in hand, those of parses set aside too. */
  inHand = 0;
  readonly #parts: LeaseParts<Item>;
  readonly #reader: PageReader<Item>;
  readonly #cut: Lease[] = [];

  constructor(parts: LeaseParts<Item>) {
    this.#parts = parts;
    this.#reader = new PageReader(parts, (room) => this.#setAside(room));
  }

  /** Sees a request through, at most until the crawl aborts. It never rejects. */
  serve(lease: Lease, call: () => Promise<Verdict | undefined>): Promise<void> {
    return this.#atWork(() =>
      this.#parts.telemetry.during(lease, call, (call) => this.#see(lease, call)),
    );
  }

  /** Puts back a request that was taken in vain. It never rejects. */
  giveBack(lease: Lease, retryAt?: number): Promise<void> {
    return this.#atWork(() => this.#putBack(lease, retryAt));
  }

  /** Puts back the requests of pages whose parse was cut short. */
  async giveBackCut(): Promise<void> {
    for (const lease of this.#cut.splice(0)) await this.#putBack(lease);
  }

  async #atWork(work: () => Awaitable<void>): Promise<void> {
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

  async #see(lease: Lease, call: () => Promise<Verdict | undefined>): Promise<void> {
    const reading = await this.#handle(lease, call);
    const settled = reading && this.#settleAfter(lease, reading);
    if (settled) await settled;
  }

  /** Calls and does what the outcome asks for: a step of its own, so that what waits holds no page. */
  async #handle(
    lease: Lease,
    call: () => Promise<Verdict | undefined>,
  ): Promise<Reading | undefined> {
    const verdict = await this.#inPlace(lease, call);
    if (verdict?.kind === "page") return this.#read(lease, verdict.response);
    await this.#act(lease, verdict);
    return undefined;
  }

  /** Calls where the quotas have a place. One that has to wait for a place is put back when there may be one. */
  #inPlace(lease: Lease, call: () => Promise<Verdict | undefined>): Promise<Verdict | undefined> {
    return this.#parts.quotas.length > 0 ? this.#withinQuotas(lease, call) : call();
  }

  async #withinQuotas(
    { request }: Lease,
    call: () => Promise<Verdict | undefined>,
  ): Promise<Verdict | undefined> {
    const { quotas } = this.#parts;
    const place = placeOf(request, quotas);
    if (place !== "free") {
      if ("reason" in place) return { kind: "filtered", reason: place.reason };
      await this.#setAside(place.freed);
      return undefined;
    }
    for (const quota of quotas) quota.begin(request);
    let verdict: Verdict | undefined;
    try {
      verdict = await call();
    } finally {
      for (const quota of quotas) quota.end(request, verdict?.kind === "page");
    }
    return verdict;
  }

  /** Ends the lease of a page that was read when all of its links have entered; until then it is no work. */
  #settleAfter(lease: Lease, reading: Reading): Awaitable<void> {
    const { party } = reading;
    if (party.size === 0) return this.#settle(lease, reading);
    this.inHand++;
    party.whenEmpty(() => {
      this.inHand--;
      void this.#atWork(() => this.#settle(lease, reading));
    });
  }

  #settle(lease: Lease, { draft, status }: Reading): Awaitable<void> {
    const fate: Fate = { fate: "fetched", status };
    if (draft) return this.#settleWith(draft, lease, fate);
    return this.#parts.frontier.settle(lease, { done: true, fate });
  }

  async #settleWith(draft: Draft, lease: Lease, fate: Fate): Promise<void> {
    const { deliveries, frontier } = this.#parts;
    await frontier.settle(lease, { done: true, fate, items: draft.take() });
    deliveries.came();
  }

  async #act(
    lease: Lease,
    verdict: Exclude<Verdict, { readonly kind: "page" }> | undefined,
  ): Promise<void> {
    switch (verdict?.kind) {
      case "redirect":
        return this.#redirect(lease, lease.request.redirectedTo(verdict.target));
      case "follow":
        return this.#redirect(lease, verdict.next);
      case "filtered":
        return this.#filter(lease, verdict);
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

  #read(lease: Lease, response: HttpResponse): Awaitable<Reading | undefined> {
    const { deliveries, fates, robots, telemetry } = this.#parts;
    const { request } = lease;
    const { status } = response;
    fates.fetched(request.url);
    tell("fetched", request.url, { status, depth: request.depth });
    const page = new Page(request, response, (to) => void this.#parts.handlers.of(to), robots);
    const draft = deliveries.draft(lease);
    const party = this.#reader.read(page, draft, telemetry.of(lease));
    const read = (party: Party | undefined): Reading | undefined => {
      if (!party) this.#cut.push(lease);
      return party && { party, status, draft };
    };
    return party instanceof Promise ? party.then(read) : read(party);
  }

  async #redirect(lease: Lease, next: CrawlRequest): Promise<void> {
    const { fates, frontier } = this.#parts;
    const { request } = lease;
    fates.fetched(request.url);
    tell("redirected", request.url, { to: redactUrl(next.url) });
    this.#freePlace(request);
    await this.#reader.redirect(next);
    await frontier.settle(lease, { done: true, fate: { fate: "fetched", why: next.url } });
  }

  async #retry(
    lease: Lease,
    { afterMs, error }: Verdict & { readonly kind: "retry" },
  ): Promise<void> {
    const { context, frontier } = this.#parts;
    const attempts = lease.request.attempts + 1;
    this.#parts.counters.retries++;
    tell("retried", lease.request.url, { attempts, afterMs, error });
    await frontier.settle(lease, { retryAt: context.clock.now() + afterMs, attempts });
  }

  async #giveUp(
    lease: Lease,
    { kind, error }: Verdict & { readonly kind: "refused" | "failed" },
  ): Promise<void> {
    const { frontier, onFault } = this.#parts;
    const { failure, reason } =
      kind === "failed" ? { failure: error, reason: kind } : givenUpFor(error);
    if (failure) onFault(codeOf(failure), failure);
    this.#leaveOut(lease.request, { reason, error });
    await frontier.settle(lease, { failed: error, fate: failedAs(reason, error) });
  }

  async #filter(lease: Lease, verdict: Verdict & { readonly kind: "filtered" }): Promise<void> {
    const { reason = "filtered", why } = verdict;
    const said = why === undefined ? {} : { why };
    this.#leaveOut(lease.request, { reason, ...said });
    await this.#parts.frontier.settle(lease, { done: true, fate: { fate: reason, ...said } });
  }

  #leaveOut(request: CrawlRequest, unwanted: Unwanted): void {
    this.#freePlace(request);
    this.#parts.fates.notFetched(request.url, unwanted.reason);
    tell("notFetched", request.url, { ...unwanted });
  }

  #freePlace(request: CrawlRequest): void {
    for (const quota of this.#parts.quotas) quota.leave(request);
  }

  async #putBack(lease: Lease, retryAt = this.#parts.context.clock.now()): Promise<void> {
    const { attempts } = lease.request;
    await this.#parts.frontier.settle(lease, { retryAt, attempts });
  }

  async #setAside(room: Promise<void>): Promise<void> {
    this.working--;
    this.changed.wake();
    await room;
    this.working++;
  }
}
