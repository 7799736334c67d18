/** What a breaker is made of in the model. */
export interface ModelOptions {
  readonly failures: number;
  readonly cooldownMs: number;
  readonly maxCooldownMs: number;
  readonly probes: number;
  readonly successes: number;
  readonly probeTimeoutMs: number;
}

/** A call that the model has let through. */
export interface ModelCall {
  readonly era: number;
  readonly at: number;
  ended: boolean;
}

/** What a breaker must tell. */
export interface ModelEvent {
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What became of a call as it came. */
export type Coming =
  | ModelCall
  | { readonly retryAt: number | undefined; readonly era: number | undefined };

/**
 * What a circuit must do, told by a count of its changes and a list of all calls it ever let through.
 *
 * It looks through that list each time.
 */
export class BreakerModel {
  readonly events: ModelEvent[] = [];
  readonly #options: ModelOptions;
  readonly #calls: ModelCall[] = [];
  /** How a call of each half-open era has ended, by era. */
  readonly #probesEnded: number[] = [];
  #state: "closed" | "open" | "half-open" = "closed";
  #era = 0;
  #failures = 0;
  #successes = 0;
  #openings = 0;
  #retryAt = 0;

  constructor(options: ModelOptions) {
    this.#options = options;
  }

  come(now: number): Coming {
    if (this.#state === "open" && now < this.#retryAt) return this.#refuse(this.#retryAt);
    if (this.#state === "open") this.#turn("half-open", "halfOpened");
    if (this.#state === "half-open") {
      const { probes, probeTimeoutMs } = this.#options;
      const holding = this.#calls
        .filter(({ era, ended }) => era === this.#era && !ended)
        .map(({ at }) => at + probeTimeoutMs)
        .filter((lapsesAt) => lapsesAt > now);
      if (holding.length >= probes) return this.#refuse(Math.min(...holding), this.#era);
    }
    const call = { era: this.#era, at: now, ended: false };
    this.#calls.push(call);
    return call;
  }

  end(call: ModelCall, how: "well" | "badly" | "neither", now: number): void {
    if (call.ended) return;
    call.ended = true;
    this.#probesEnded.push(call.era);
    if (call.era !== this.#era || how === "neither") return;
    if (how === "badly") this.#failed(now);
    else if (this.#state === "closed") this.#failures = 0;
    else if (++this.#successes === this.#options.successes) {
      this.#openings = 0;
      this.#turn("closed", "closed");
    }
  }

  /** Whether a probe of that era has ended, from the so many-eth end on. */
  hasProbeEnded(era: number, since: number): boolean {
    return this.#probesEnded.slice(since).includes(era);
  }

  get ends(): number {
    return this.#probesEnded.length;
  }

  #failed(now: number): void {
    this.#failures++;
    const { failures, cooldownMs, maxCooldownMs } = this.#options;
    if (this.#state === "closed" && this.#failures < failures) return;
    const count = this.#state === "closed" ? this.#failures : 1;
    this.#retryAt = now + Math.min(cooldownMs * 2 ** this.#openings++, maxCooldownMs);
    this.#turn("open", "opened", { retryAt: this.#retryAt, failures: count });
  }

  #turn(state: "closed" | "open" | "half-open", event: string, detail = {}): void {
    this.#state = state;
    this.#era++;
    this.#failures = 0;
    this.#successes = 0;
    this.events.push({ event, detail });
  }

  #refuse(instant: number, era?: number): Coming {
    const retryAt = instant === Infinity ? undefined : instant;
    this.events.push({ event: "refused", detail: { retryAt } });
    return { retryAt, era };
  }
}
