import { AutoDelay, type AutoDelayRules } from "./auto-delay.ts";
import type { RateLimiterResponse } from "./rate-limiter.ts";

/** Between what the delay of a {@link DomainPace} moves. */
export interface PaceLimits {
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  /** How it follows latency; undefined where it does not. */
  readonly autoThrottle?: AutoDelayRules | undefined;
}

const FIRST_DELAY_MS = 200; // where there was none to double
const SUCCESSES_TO_EASE = 5;
const KEPT_MS = 24 * 3_600_000; // as long as a robots.txt, which brings a crawl-delay back

/** How often requests to one domain may start, as its answers teach. Arithmetic, no waiting. */
export class DomainPace {
  readonly #limits: PaceLimits;
  readonly #auto: AutoDelay | undefined;
  #crawlDelayMs = 0;
  #slowedMs = 0; // 0 unless slowed beyond the floor
  #slowedAt = -Infinity;
  #successes = 0;
  #lastStart = -Infinity;
  #notBefore = -Infinity;
  #underWay = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#auto = limits.autoThrottle && new AutoDelay(limits.autoThrottle);
  }

  /** Least time from one start to the next. */
  get delayMs(): number {
    return Math.max(this.#floorMs, this.#slowedMs, this.#auto?.delayMs ?? 0);
  }

  /** When the next request may start. */
  get turn(): number {
    return Math.max(this.#lastStart + this.delayMs, this.#notBefore);
  }

  get #floorMs(): number {
    return Math.max(this.#limits.minDelayMs, this.#crawlDelayMs);
  }

  start(now: number): void {
    this.#lastStart = now;
    this.#underWay++;
  }

  setCrawlDelay(delayMs: number): void {
    this.#crawlDelayMs = delayMs;
  }

  /** Learns from an answer. */
  record(response: RateLimiterResponse, now: number): void {
    const { status, aborted, retryAfterMs, latencyMs } = response;
    if (retryAfterMs !== undefined) this.#hold(retryAfterMs, now);
    const isStale = this.#underWay > 0 && now - latencyMs <= this.#slowedAt;
    if (this.#underWay > 0) this.#underWay--;

    if (aborted) return;
    this.#auto?.learn(response);
    if (!isStale) this.#learn(status, now);
  }

  /** Whether the next request could start at once. */
  isOpen(now: number): boolean {
    return now >= this.turn;
  }

  /** Whether it is that of a new domain again, or so old that it teaches nothing any more. */
  isAtRest(now: number): boolean {
    const idleMs = now - this.#lastStart;
    const taught = this.#slowedMs + this.#crawlDelayMs + this.#underWay;
    const isNew = taught === 0 && this.#auto === undefined;
    return this.isOpen(now) && (isNew || (idleMs > KEPT_MS && idleMs < Infinity));
  }

  #hold(ms: number, now: number): void {
    const until = now + Math.min(ms, this.#limits.maxDelayMs);
    this.#notBefore = Math.max(this.#notBefore, until);
  }

  #learn(status: number | undefined, now: number): void {
    if (status === 429 || status === 503) this.#slow(now);
    else if (status === undefined || status >= 500) this.#successes = 0;
    else if (status < 400) this.#succeed();
  }

  #slow(now: number): void {
    this.#slowedMs = Math.min(this.delayMs * 2 || FIRST_DELAY_MS, this.#limits.maxDelayMs);
    this.#slowedAt = now;
    this.#successes = 0;
  }

  #succeed(): void {
    if (++this.#successes < SUCCESSES_TO_EASE) return;
    this.#successes = 0;
    const halved = this.#slowedMs / 2;
    this.#slowedMs = halved > Math.max(1, this.#floorMs) ? halved : 0;
  }
}
