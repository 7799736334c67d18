import type {
  RateLimiter,
  RateLimiterResponse,
} from "../../../src/layers/rate-limit/rate-limiter.ts";
import type { Context } from "../../../src/service/context.ts";
import { NotNowError } from "../../../src/service/errors.ts";

/** What can be wrong with a {@link GapLimiter}. */
export type Flaw =
  | "throws"
  | "gives no promise"
  | "starts what was aborted"
  | "ignores an abort"
  | "says why in its own words"
  | "refuses too late"
  | "starts too late"
  | "overlooks the deadline"
  | "refuses with any error"
  | "does not know when"
  | "says now"
  | "reserves before it refuses"
  | "reserves and tells the turn after"
  | "takes a little for what it refuses"
  | "never again after a 429"
  | "reserves for the aborted"
  | "promises too early"
  | "refuses the tie"
  | "lets the impatient pass"
  | "takes the last first"
  | "is one for all"
  | "overlooks the crawl-delay"
  | "chokes on no status"
  | "stalls after a long Retry-After"
  | "keeps domains in an object"
  | "forgets the patient"
  | "polls without end"
  | "leaves a timer"
  | "leaves a hook";

const GAP_MS = 100;

/** Promises each call a turn of its domain, in advance. Right, unless it is made with a flaw. */
export class GapLimiter implements RateLimiter {
  readonly #flaw: Flaw | undefined;
  readonly #turns = new Map<string, number>();
  readonly #gaps = new Map<string, number>();
  readonly #inherited: Record<string, number> = {};
  #waits = 0;

  constructor(flaw?: Flaw) {
    this.#flaw = flaw;
  }

  acquire(domain: string, context: Context): Promise<void> {
    if (this.#flaw === "throws") throw new Error("thrown");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is the flaw
    if (this.#flaw === "gives no promise") return undefined as never;
    return this.#acquire(this.#keyOf(domain), context);
  }

  recordResponse(domain: string, { status, retryAfterMs = 0 }: RateLimiterResponse): void {
    if (this.#flaw === "chokes on no status" && status === undefined) throw new Error("no status");
    if (this.#flaw === "never again after a 429" && status === 429) {
      this.#turns.set(domain, Infinity);
    }
    if (this.#flaw === "stalls after a long Retry-After" && retryAfterMs > 1e9) {
      this.#turns.set(domain, Number.NaN);
    }
  }

  setCrawlDelay(domain: string, delayMs: number): void {
    const own = this.#flaw === "overlooks the crawl-delay" ? 0 : delayMs;
    this.#gaps.set(this.#keyOf(domain), Math.max(GAP_MS, own));
  }

  #keyOf(domain: string): string {
    return this.#flaw === "is one for all" ? "*" : domain;
  }

  async #acquire(domain: string, context: Context): Promise<void> {
    const flaw = this.#flaw;
    const gapMs = this.#gaps.get(domain) ?? GAP_MS;
    const now = context.clock.now();
    const turn = Math.max(now, this.#turnOf(domain));
    const reserve = (): void => {
      this.#turns.set(domain, turn + gapMs);
      if (flaw === "keeps domains in an object") this.#inherited[domain] = turn + gapMs;
    };
    if (flaw === "reserves for the aborted" && context.aborted) reserve();
    if (flaw !== "starts what was aborted") context.throwIfAborted();
    if (flaw === "reserves before it refuses") reserve();
    if (flaw === "reserves and tells the turn after") reserve();
    if (flaw === "lets the impatient pass" && context.startBy === now) return;
    await this.#requirePatience(domain, turn, context);

    reserve();
    this.#litter(context);
    await this.#wait(turn - now, context);
  }

  #litter(context: Context): void {
    if (this.#flaw === "leaves a timer") context.clock.timer(() => {}, 1e9);
    if (this.#flaw === "leaves a hook") context.onAbort(() => {});
  }

  #turnOf(domain: string): number {
    if (this.#flaw !== "keeps domains in an object") return this.#turns.get(domain) ?? 0;
    return this.#inherited[domain] ?? 0;
  }

  async #requirePatience(domain: string, turn: number, context: Context): Promise<void> {
    const flaw = this.#flaw;
    const { clock, startBy, deadline } = context;
    const latest = flaw === "overlooks the deadline" ? startBy : Math.min(startBy, deadline);
    const isTie = flaw === "refuses the tie" && clock.now() === turn && this.#turns.has(domain);
    if ((turn <= latest && !isTie) || flaw === "starts too late") return;
    if (flaw === "takes a little for what it refuses") this.#turns.set(domain, turn + 1);
    if (flaw === "refuses too late") await context.sleep(latest - clock.now());
    throw this.#refusal(isTie ? turn + 1 : turn, clock.now());
  }

  #refusal(turn: number, now: number): Error {
    if (this.#flaw === "refuses with any error") return new Error("later");
    if (this.#flaw === "does not know when") return new NotNowError("later");
    if (this.#flaw === "says now") return new NotNowError("later", { retryAt: now });
    if (this.#flaw === "promises too early") turn = (turn + now) / 2;
    if (this.#flaw === "reserves and tells the turn after") turn += GAP_MS;
    if (this.#flaw === "takes a little for what it refuses") turn += 1;
    return new NotNowError("later", { retryAt: turn });
  }

  async #wait(ms: number, context: Context): Promise<void> {
    const flaw = this.#flaw;
    if (ms <= 0) return;
    if (flaw === "ignores an abort") return this.#sleepDeep(ms, context);
    if (flaw === "says why in its own words") {
      return context.sleep(ms).catch(() => Promise.reject(new Error("gave up")));
    }
    if (flaw === "takes the last first" && context.patienceMs() === Infinity) {
      return context.sleep(1e6 - this.#waits++ * 1000);
    }
    if (flaw === "forgets the patient" && context.patienceMs() === Infinity) {
      return context.sleep(Infinity);
    }
    if (flaw === "polls without end") return this.#poll(context);
    return context.sleep(ms);
  }

  async #poll(context: Context): Promise<void> {
    while (!context.aborted) await context.sleep(1);
  }

  #sleepDeep(ms: number, { clock }: Context): Promise<void> {
    return new Promise((resolve) => void clock.timer(resolve, ms));
  }
}
