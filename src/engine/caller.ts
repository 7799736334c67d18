import type { HttpResponse } from "../http/message.ts";
import { responseOf } from "../http/response-of.ts";
import type { HttpService } from "../layers/http-stack/http-service.ts";
import { type Outcome, settle } from "../service/outcome.ts";
import type { Counters } from "./crawl-stats.ts";
import type { Frontier, Lease } from "./frontier/frontier.ts";
import { type ContentSeen, unlessRepeated } from "./hooks/content-seen.ts";
import { Reviewer, type ReviewerParts } from "./hooks/reviewer.ts";
import { HostHealth } from "./host-health.ts";
import { HostStarts } from "./host-starts.ts";
import type { CrawlTelemetry } from "./telemetry/crawl-telemetry.ts";
import { judge, type Verdict } from "./verdict.ts";

/** What a {@link Caller} is made of. */
export interface CallerParts<Item> extends ReviewerParts<Item> {
  readonly stack: HttpService;
  readonly frontier: Frontier;
  readonly counters: Counters;
  readonly maxHostFailures: number;
  readonly contentSeen: ContentSeen | undefined;
  /** Called when something was counted. */
  readonly onCount: () => void;
  readonly telemetry: CrawlTelemetry;
}

/** Calls the stack for leases, and finds what is to be done with the outcome. */
export class Caller<Item> {
  /** Calls under way. */
  calls = 0;
  /** Requests of which it is not known yet whether they give a page. */
  undecided = 0;
  readonly #parts: CallerParts<Item>;
  readonly #judge: ReturnType<typeof judge>;
  readonly #reviewer: Reviewer<Item>;
  readonly #starts: HostStarts;
  readonly #health: HostHealth;

  constructor(parts: CallerParts<Item>) {
    this.#parts = parts;
    this.#judge = judge(parts.retries);
    this.#reviewer = new Reviewer(parts);
    this.#starts = new HostStarts(parts.frontier);
    this.#health = new HostHealth(parts.maxHostFailures);
  }

  /**
   * Whether a request must wait, and until when: for a call of its host that is about to start, or
   * for its time of day.
   */
  notBefore({ host, request }: Lease): number | undefined {
    const { clock } = this.#parts.context;
    if (this.#starts.isStarting(host)) return clock.now();
    const waitMs = (request.notBefore ?? -Infinity) - clock.wallMs();
    return waitMs > 0 ? clock.now() + waitMs : undefined;
  }

  /** A request that was taken is not called. */
  pass({ host }: Lease): void {
    this.#starts.leave(host);
  }

  /** Sees a call through; undefined where the crawl was aborted meanwhile. */
  async call(lease: Lease): Promise<Verdict | undefined> {
    const down = this.#health.refusal(lease.host);
    if (down) {
      this.pass(lease);
      return { kind: "refused", error: down };
    }
    this.undecided++;
    const { contentSeen } = this.#parts;
    let verdict = await this.#decide(lease);
    if (contentSeen && verdict) {
      verdict = await unlessRepeated(contentSeen, lease.request, verdict);
    }
    this.undecided--;
    if (verdict?.kind === "page") this.#parts.counters.pages++;
    this.#parts.onCount();
    return verdict;
  }

  async #decide(lease: Lease): Promise<Verdict | undefined> {
    const { context, frontier } = this.#parts;
    const { request } = lease;
    const began = context.clock.now();
    const outcome = await settle(this.#send(lease, began));
    this.calls--;
    if (context.aborted) return undefined;
    const verdict = this.#judge(request, outcome, context);
    this.#count(lease, verdict, { outcome, tookMs: context.clock.now() - began });
    frontier.fetched(lease);
    const review = this.#reviewer.review(request, outcome, verdict);
    if (!(review instanceof Promise)) return review;
    const reviewed = await settle(review);
    return reviewed.ok ? reviewed.value : undefined;
  }

  #send(lease: Lease, began: number): Promise<HttpResponse> {
    const { context, stack, telemetry } = this.#parts;
    const { host, request } = lease;
    const { accept } = this.#reviewer;
    const http = request.toHttp();
    const traced = telemetry.within(lease, context.fork());
    const own = this.#starts.begin(host, traced.withStartBy(began));
    this.calls++;
    return stack.call(accept ? { ...http, accept } : http, own);
  }

  #count(lease: Lease, verdict: Verdict, ended: Ended): void {
    const { context, counters } = this.#parts;
    const { host } = lease;
    if (verdict.kind === "later") {
      counters.refusals++;
      this.#starts.later(host, verdict.error, context, this.calls === 0);
      return;
    }
    this.#starts.end(host);
    if (verdict.kind === "refused") return;
    const response = responseOf(ended.outcome);
    counters.call(host, response, ended.tookMs);
    this.#health.ended(host, response);
  }
}

/** How a call ended, and when. */
interface Ended {
  readonly outcome: Outcome<HttpResponse>;
  readonly tookMs: number;
}
