import type { HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { randomFor } from "../../service/chance.ts";
import type { Context } from "../../service/context.ts";
import type { NotNowError } from "../../service/errors.ts";
import { type Outcome, settle } from "../../service/outcome.ts";
import type { CallerParts } from "../caller.ts";
import { tell } from "../crawl-events.ts";
import type { Lease } from "../frontier/frontier.ts";
import { unlessRepeated } from "../hooks/content-seen.ts";
import { Reviewer } from "../hooks/reviewer.ts";
import { HostHealth } from "../host-health.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import { judge, type Verdict } from "../verdict.ts";

/** How long to wait after a refusal that tells nothing. */
const BLIND_MS = 100;
/** How long to wait after any refusal, lest one that names this very instant be asked for ever. */
const LEAST_MS = 1;

/**
 * Sees requests through without a word to the frontier: it waits, repeats and comes back by itself, so
 * that which request is next does not depend on when another ends.
 *
 * Chance is keyed by seed, request and attempt. What it counts it counts in turn.
 */
export class SteadyCaller<Item> {
  /** Calls under way. */
  calls = 0;
  /** Requests of which it is not known yet whether they give a page. */
  undecided = 0;
  readonly #parts: CallerParts<Item>;
  readonly #seed: number;
  readonly #judge: ReturnType<typeof judge>;
  readonly #reviewer: Reviewer<Item>;
  readonly #health: HostHealth;

  constructor(parts: CallerParts<Item>, seed: number) {
    this.#parts = parts;
    this.#seed = seed;
    this.#judge = judge(parts.retries);
    this.#reviewer = new Reviewer(parts);
    this.#health = new HostHealth(parts.maxHostFailures);
  }

  /** Sees a request through, and tells how it ended once its turn has come; undefined after an abort. */
  async call(lease: Lease, turn: Promise<void>): Promise<Verdict | undefined> {
    const { contentSeen, counters, frontier, onCount } = this.#parts;
    const { host } = lease;
    const down = this.#health.refusal(host);
    this.undecided++;
    const seen = down ? refused(down) : await settle(this.#see(lease));
    await turn;
    this.undecided--;
    if (!seen.ok || this.#parts.context.aborted) return undefined;
    for (const { response, tookMs } of seen.value.attempts) {
      counters.call(host, response, tookMs);
      this.#health.ended(host, response);
    }
    frontier.fetched(lease);
    let { verdict } = seen.value;
    if (contentSeen) verdict = await unlessRepeated(contentSeen, lease.request, verdict);
    if (verdict.kind === "page") counters.pages++;
    onCount();
    return verdict;
  }

  /** Rejects with the reason when the crawl aborts. */
  async #see(lease: Lease): Promise<Seen> {
    const { context, telemetry } = this.#parts;
    const traced = telemetry.within(lease, context);
    const attempts: Attempt[] = [];
    for (let { request } = lease; ;) {
      await this.#whenDue(request);
      const verdict = await this.#attempt(request, attempts, traced);
      if (verdict.kind === "later") {
        this.#parts.counters.refusals++;
        await comeBack(verdict.error, context);
      } else if (verdict.kind !== "retry") return { attempts, verdict };
      else {
        this.#parts.counters.retries++;
        const made = request.attempts + 1;
        const { afterMs, error } = verdict;
        tell("retried", request.url, { attempts: made, afterMs, error });
        await context.sleep(afterMs);
        request = request.tried(made);
      }
    }
  }

  async #attempt(request: CrawlRequest, attempts: Attempt[], context: Context): Promise<Verdict> {
    const { attempts: made, method, url } = request;
    const own = context.fork().withRandom(randomFor(this.#seed, method, url, made));
    const began = context.clock.now();
    const outcome = await this.#send(request, own);
    context.throwIfAborted();
    const verdict = this.#judge(request, outcome, own);
    if (verdict.kind === "later" || verdict.kind === "refused") return verdict;
    attempts.push({ response: responseOf(outcome), tookMs: context.clock.now() - began });
    return this.#reviewer.review(request, outcome, verdict);
  }

  async #send(request: CrawlRequest, context: Context): Promise<Outcome<HttpResponse>> {
    const { accept } = this.#reviewer;
    const http = request.toHttp();
    this.calls++;
    const outcome = await settle(
      this.#parts.stack.call(accept ? { ...http, accept } : http, context),
    );
    this.calls--;
    return outcome;
  }

  async #whenDue({ notBefore }: CrawlRequest): Promise<void> {
    const { context } = this.#parts;
    const waitMs = (notBefore ?? -Infinity) - context.clock.wallMs();
    if (waitMs > 0) await context.sleep(waitMs);
  }
}

/** One attempt that was sent. */
interface Attempt {
  readonly response: HttpResponse | undefined;
  readonly tookMs: number;
}

/** All that came of a request. */
interface Seen {
  readonly attempts: readonly Attempt[];
  readonly verdict: Verdict;
}

function refused(error: NonNullable<ReturnType<HostHealth["refusal"]>>): Outcome<Seen> {
  return { ok: true, value: { attempts: [], verdict: { kind: "refused", error } } };
}

/** Waits until a refusal says that it is worth to ask again. */
async function comeBack({ retryAt, ready }: NotNowError, context: Context): Promise<void> {
  const now = context.clock.now();
  const blind = ready ? Infinity : now + BLIND_MS;
  const at = Number.isFinite(retryAt) ? (retryAt ?? blind) : blind;
  const scope = context.scope();
  try {
    const due = scope.context.sleep(Math.max(LEAST_MS, at - now));
    await Promise.race(ready ? [due, settle(ready)] : [due]);
  } finally {
    scope.abort(undefined);
    scope[Symbol.dispose]();
  }
}
