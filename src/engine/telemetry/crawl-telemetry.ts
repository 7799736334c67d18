import type { Context as OtelContext, SpanOptions, Tracer } from "@opentelemetry/api";

import { callTraceKey } from "../../layers/tracing/call-trace.ts";
import { guarded } from "../../layers/tracing/guarded.ts";
import { isOtelInUse, otel } from "../../layers/tracing/otel.ts";
import { Sends } from "../../layers/tracing/sends.ts";
import { type Telemetry, telemetrySource } from "../../layers/tracing/telemetry.ts";
import { requestAttributes } from "../../layers/tracing/trace-attributes.ts";
import type { Clock } from "../../service/clock.ts";
import type { Context } from "../../service/context.ts";
import type { CrawlStats } from "../crawl-stats.ts";
import type { Frontier, Lease } from "../frontier/frontier.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Verdict } from "../verdict.ts";
import type { CrawlState } from "./crawl-figures.ts";
import { CrawlMeter, type MeteredCrawl } from "./crawl-meter.ts";
import { PageTrace } from "./page-trace.ts";
import type { CrawlTelemetryOptions } from "./telemetry-options.ts";
import { type Trail, Trails } from "./trails.ts";

/** What a {@link CrawlTelemetry} is made of. */
export interface CrawlTelemetryParts {
  /** `false`: it tells nobody. */
  readonly options: CrawlTelemetryOptions | false;
  readonly clock: Clock;
  readonly frontier: Frontier;
}

type Call = () => Promise<Verdict | undefined>;

/**
 * Tells OpenTelemetry of a crawl: a trace for each page, and figures. While nobody takes them it costs
 * a look, once a page.
 */
export class CrawlTelemetry implements MeteredCrawl {
  readonly #parts: CrawlTelemetryParts;
  readonly #current: () => Telemetry | undefined;
  readonly #attributesOf: ReturnType<typeof requestAttributes>;
  /** What was active where the crawl was made: the pages link to it. */
  readonly #origin: OtelContext | undefined = isOtelInUse() ? otel().context.active() : undefined;
  readonly #traces = new Map<Lease, PageTrace>();
  readonly #trails = new Trails();
  #stats: (() => CrawlStats) | undefined;
  #metered: { readonly by: CrawlMeter; readonly until: Disposable } | undefined;

  constructor(parts: CrawlTelemetryParts) {
    const { options } = parts;
    this.#parts = parts;
    this.#current = options === false ? () => undefined : telemetrySource(options);
    this.#attributesOf = requestAttributes(options === false ? {} : options);
  }

  /** The crawl has begun. */
  begin(stats: () => CrawlStats): void {
    this.#stats = stats;
    this.#look();
  }

  state(): CrawlState {
    if (!this.#stats) throw new Error("The crawl has not begun");
    return { ...this.#stats(), heldHosts: this.#parts.frontier.stats().held };
  }

  /** Traces what is done with a request until `work` ends. */
  during(lease: Lease, call: Call, work: (call: Call) => Promise<void>): Promise<void> {
    const telemetry = this.#look();
    if (!telemetry?.tracer) return work(call);
    return this.#traced(lease, telemetry.tracer, (page, trail) =>
      work(() => this.#judged(lease.request, { call, page, trail })),
    );
  }

  /** The trace of a request that is being worked on. */
  of(lease: Lease): PageTrace | undefined {
    return this.#traces.get(lease);
  }

  /** The context for the call of a request. */
  within(lease: Lease, context: Context): Context {
    const page = this.of(lease);
    return page ? context.with(callTraceKey, page.call) : context;
  }

  /** The crawl has ended. */
  end(): void {
    for (const page of this.#traces.values()) page.end();
    this.#metered?.until[Symbol.dispose]();
    this.#stats = undefined;
  }

  async #traced(
    lease: Lease,
    tracer: Tracer,
    work: (page: PageTrace, trail: Trail | undefined) => Promise<void>,
  ): Promise<void> {
    const { request } = lease;
    const resends = request.attempts + request.redirects.length;
    const trail = resends > 0 ? this.#trails.take(request.url) : undefined;
    const page = new PageTrace({
      span: {
        tracer,
        name: "page",
        options: () => this.#begun(request, trail),
        parent: () => this.#origin ?? otel().ROOT_CONTEXT,
        clock: this.#parts.clock,
      },
      sends: new Sends(trail?.sends ?? resends, trail?.attempt),
      onEnd: () => void this.#traces.delete(lease),
    });
    this.#traces.set(lease, page);
    try {
      await work(page, trail);
    } finally {
      page.served();
    }
  }

  /** A page has a trace of its own: one of a whole crawl would have no end. */
  #begun(request: CrawlRequest, trail: Trail | undefined): SpanOptions {
    const origin = this.#origin && otel().trace.getSpanContext(this.#origin);
    const before = [trail?.page, origin];
    return {
      root: true,
      links: before.flatMap((context) => (context ? [{ context }] : [])),
      attributes: {
        ...this.#attributesOf(request),
        "pagoda.crawl.depth": request.depth,
        "pagoda.crawl.attempt": request.attempts + 1,
      },
    };
  }

  /** Calls, and leaves a trail where the request comes back, or another one takes its place. */
  async #judged(
    request: CrawlRequest,
    { call, page, trail }: { call: Call; page: PageTrace; trail: Trail | undefined },
  ): Promise<Verdict | undefined> {
    const verdict = await call();
    page.judged(verdict);
    const next = nextUrl(request, verdict);
    const { count, last } = page.call.sends;
    if (next !== undefined)
      this.#trails.leave(next, { page: page.link, attempt: last, sends: count });
    else if (trail && isPutBack(verdict)) this.#trails.leave(request.url, trail);
    return verdict;
  }

  /** Who takes what is told, now: an SDK may be registered later. */
  #look(): Telemetry | undefined {
    const telemetry = this.#current();
    const by = telemetry && guarded(telemetry.meter, () => CrawlMeter.of(telemetry.meter));
    if (by === undefined || by === this.#metered?.by || !this.#stats) return telemetry;
    this.#metered?.until[Symbol.dispose]();
    this.#metered = { by, until: by.begin(this) };
    return telemetry;
  }
}

function isPutBack(verdict: Verdict | undefined): boolean {
  return verdict === undefined || verdict.kind === "later";
}

/** The URL by which the request comes back; undefined where it is over. */
function nextUrl({ url }: CrawlRequest, verdict: Verdict | undefined): string | undefined {
  if (verdict?.kind === "retry") return url;
  if (verdict?.kind === "redirect") return verdict.target.url;
  return verdict?.kind === "follow" ? verdict.next.url : undefined;
}
