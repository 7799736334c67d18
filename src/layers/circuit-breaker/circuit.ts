import type { Clock } from "../../service/clock.ts";
import type { NotNowOptions } from "../../service/errors.ts";
import { Moment } from "../moment.ts";
import type { TripHistory, TripPolicy } from "./trip.ts";

/** When a {@link Circuit} opens and closes. */
export interface CircuitLimits {
  readonly trip: TripPolicy;
  readonly cooldownMs: number;
  readonly maxCooldownMs: number;
  readonly probes: number;
  readonly successes: number;
  readonly probeTimeoutMs: number;
}

/** A time in which all calls pass. They hold on to it, which tells them from those of another. */
class Closed {
  readonly name = "closed";
  readonly history: TripHistory;

  constructor(history: TripHistory) {
    this.history = history;
  }
}

/** A time in which no call passes. */
class Open {
  readonly name = "open";
  readonly retryAt: number;
  /** How many failures have led to it. */
  readonly failures: number;

  constructor(retryAt: number, failures: number) {
    this.retryAt = retryAt;
    this.failures = failures;
  }
}

/** A time in which a few calls pass, to find out how things are. */
class HalfOpen {
  readonly name = "half-open";
  /** Probes that hold a place, the oldest first. */
  readonly places: Set<Probe> = new Set<Probe>();
  readonly probeEnded: Moment = new Moment();
  successes = 0;
}

/** One of the calls of a half-open time. */
class Probe {
  readonly time: HalfOpen;
  /** When it loses its place, should it not have ended by then. */
  readonly lapsesAt: number;

  constructor(time: HalfOpen, lapsesAt: number) {
    this.time = time;
    this.lapsesAt = lapsesAt;
  }
}

/** What a call that was let through belongs to. */
export type Pass = Closed | Probe;

/**
 * The state of one circuit. Arithmetic, no waiting: it stays half-open until somebody calls.
 *
 * What began in another time than the present one, whichever, tells it nothing.
 */
export class Circuit {
  readonly key: string;
  readonly #limits: CircuitLimits;
  #time: Closed | Open | HalfOpen;
  #cooldownMs: number;

  constructor(key: string, limits: CircuitLimits) {
    this.key = key;
    this.#limits = limits;
    this.#cooldownMs = limits.cooldownMs;
    this.#time = new Closed(limits.trip());
  }

  get time(): Readonly<Closed | Open | HalfOpen> {
    return this.#time;
  }

  /** The present time, if it is one in which all calls pass. */
  get closed(): Closed | undefined {
    return this.#time instanceof Closed ? this.#time : undefined;
  }

  /** Lets a call through, or does not. */
  enter(now: number): Pass | undefined {
    const time = this.#time;
    if (time instanceof Closed) return time;
    if (time instanceof HalfOpen) return this.#probe(time, now);
    if (now < time.retryAt) return undefined;
    const halfOpen = new HalfOpen();
    this.#time = halfOpen;
    return this.#probe(halfOpen, now);
  }

  /** When a call that is refused now may pass. */
  reopening(): NotNowOptions {
    const time = this.#time;
    if (time instanceof Open) return { retryAt: time.retryAt };
    if (time instanceof Closed) return {};
    const [oldest] = time.places;
    return { retryAt: oldest?.lapsesAt, ready: time.probeEnded.next };
  }

  /** Hears how a call has ended, once; undefined: it tells nothing. */
  settle(pass: Pass, failed: boolean | undefined, clock: Clock): void {
    if (pass instanceof Probe) this.#endProbe(pass, failed, clock);
    else if (pass === this.#time && failed !== undefined) {
      if (pass.history.record(failed, clock)) this.#open(pass.history.failures, clock);
    }
  }

  #probe(time: HalfOpen, now: number): Probe | undefined {
    for (const probe of time.places) {
      if (probe.lapsesAt > now) break;
      time.places.delete(probe);
    }
    if (time.places.size >= this.#limits.probes) return undefined;
    const probe = new Probe(time, now + this.#limits.probeTimeoutMs);
    time.places.add(probe);
    return probe;
  }

  /** A probe that has lost its place still tells how things are. */
  #endProbe(probe: Probe, failed: boolean | undefined, clock: Clock): void {
    const { time } = probe;
    time.places.delete(probe);
    if (time === this.#time) {
      if (failed === true) this.#open(1, clock);
      if (failed === false && ++time.successes >= this.#limits.successes) this.#close();
    }
    time.probeEnded.come();
  }

  #open(failures: number, clock: Clock): void {
    this.#time = new Open(clock.now() + this.#cooldownMs, failures);
    this.#cooldownMs = Math.min(2 * this.#cooldownMs, this.#limits.maxCooldownMs);
  }

  #close(): void {
    this.#time = new Closed(this.#limits.trip());
    this.#cooldownMs = this.#limits.cooldownMs;
  }
}
