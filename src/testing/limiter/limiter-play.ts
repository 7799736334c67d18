import type { RateLimiter, RateLimiterResponse } from "../../layers/rate-limit/rate-limiter.ts";
import { Context } from "../../service/context.ts";
import { show } from "../../service/options.ts";
import { settle } from "../../service/outcome.ts";
import { BrokenRule } from "../contract/broken-rule.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { LimiterCall } from "./limiter-call.ts";
import type { Abort, Come, CrawlDelay, Report, Step } from "./limiter-schedule.ts";

/** A crawl-delay that a limiter was told. */
export interface Floor {
  readonly domain: string;
  readonly delayMs: number;
  /** Calls that had come before. */
  readonly calls: number;
  readonly at: number;
}

/** Timers that a limiter may need for the calls of a schedule, with ease. */
const MOST_TIMERS = 2_000;

/** A limiter while a schedule is played to it, and all that can be seen of it. */
export class LimiterPlay {
  readonly clock: VirtualClock = new VirtualClock();
  readonly floors: Floor[] = [];
  readonly #calls = new Map<number, LimiterCall>();
  readonly #limiter: RateLimiter;
  #came = 0;
  #steps: number | undefined = 0;
  #timers = 0;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** The calls that were made, in order. */
  get calls(): readonly LimiterCall[] {
    return [...this.#calls.values()];
  }

  /** Plays a schedule but for what is left out. Calls keep their numbers. */
  async play(
    steps: readonly Step[],
    plays: (step: Step, call: number) => boolean = () => true,
  ): Promise<this> {
    for (const [index, step] of steps.entries()) {
      await this.pass(step.afterMs);
      this.#steps = index + 1;
      const call = step.act === "come" ? this.#came++ : this.#came - 1;
      if (plays(step, call)) this.#take(step, call);
      await this.#settle();
    }
    return this;
  }

  /** Reports all requests as answered, and lets time pass, until all calls have ended or never will. */
  async drain(): Promise<this> {
    this.#answerAll();
    await this.#settle();
    while (this.#waiting().length > 0 && this.clock.nextDue < Infinity) {
      await this.pass(this.clock.nextDue - this.clock.now());
      this.#answerAll();
    }
    return this;
  }

  /** Lets time pass from timer to timer, everything reacting in between. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    while (this.clock.nextDue <= end) {
      this.clock.advance(this.clock.nextDue - this.clock.now());
      await this.#settle();
      if (this.#timers++ > MOST_TIMERS) {
        throw new BrokenRule("every call ends", `It has set over ${MOST_TIMERS} timers`);
      }
    }
    this.clock.advance(Math.max(0, end - this.clock.now()));
    await this.#settle();
  }

  /** Makes a call. */
  come(number: number, asked: Omit<Come, "act">): LimiterCall {
    const call = new LimiterCall(number, asked, this.clock);
    this.#calls.set(number, call);
    void settle(this.#acquire(call)).then((outcome) => call.settle(outcome, this.#steps));
    return call;
  }

  /** Tells the limiter how a request ended. */
  report(domain: string, response: RateLimiterResponse): void {
    this.#hear("a response", () =>
      this.#limiter.recordResponse(domain, response, new Context({ clock: this.clock })),
    );
  }

  /** Tells the limiter a crawl-delay. */
  crawlDelay({ domain, delayMs }: Omit<CrawlDelay, "act">): void {
    this.floors.push({ domain, delayMs, calls: this.#came, at: this.clock.now() });
    this.#hear("a crawl-delay", () => this.#limiter.setCrawlDelay(domain, delayMs));
  }

  #take(step: Come | Abort | Report | CrawlDelay, latest: number): void {
    if (step.act === "come") this.come(latest, step);
    else if (step.act === "crawl-delay") this.crawlDelay(step);
    else if (step.act === "abort") this.#calls.get(latest - step.back)?.abort();
    else {
      const call = this.#calls.get(latest - step.back);
      if (call?.end?.as === "started") this.#answer(call, step);
    }
  }

  #acquire(call: LimiterCall): Promise<void> {
    let turn: Promise<void>;
    try {
      turn = this.#limiter.acquire(call.domain, call.context);
    } catch (error) {
      throw new BrokenRule("acquire never throws", `Call ${call.number} threw ${String(error)}`);
    }
    if (typeof turn?.then === "function") return turn;
    throw new BrokenRule("acquire gives a promise", `Call ${call.number} got ${show(turn)}`);
  }

  #answerAll(): void {
    for (const call of this.calls) {
      if (call.end?.as !== "started" || call.wasReported) continue;
      this.#steps = undefined;
      this.#answer(call, { status: 200 });
    }
  }

  #answer(call: LimiterCall, response: Omit<RateLimiterResponse, "latencyMs">): void {
    if (call.wasReported || !call.end) return;
    call.wasReported = true;
    const { status, retryAfterMs } = response;
    this.report(call.domain, { status, retryAfterMs, latencyMs: this.clock.now() - call.end.at });
  }

  #hear(what: string, tell: () => void): void {
    for (const call of this.#waiting()) call.wasDisturbed = true;
    try {
      tell();
    } catch (error) {
      throw new BrokenRule(
        "it takes any response and crawl-delay",
        `Of ${what} it threw ${String(error)}`,
      );
    }
  }

  #waiting(): readonly LimiterCall[] {
    return this.calls.filter(({ end }) => end === undefined);
  }

  async #settle(): Promise<void> {
    await this.clock.settle();
    for (const call of this.#waiting()) {
      if (call.context.aborted) call.ignoredAbort = true;
      else if (this.clock.now() > call.latest) call.outstayed = true;
    }
  }
}
