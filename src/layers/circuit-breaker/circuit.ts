import type { Clock } from "../../service/clock.ts";
import { CircuitOpenError } from "./circuit-open-error.ts";
import { Closed, HalfOpen, Open, Probe } from "./circuit-phase.ts";
import type { TripPolicy } from "./trip.ts";

/** When a {@link Circuit} opens and closes. */
export interface CircuitLimits {
  readonly trip: TripPolicy;
  readonly cooldownMs: number;
  readonly maxCooldownMs: number;
  readonly probes: number;
  readonly successes: number;
  readonly probeTimeoutMs: number;
}

/** What a call that was let through belongs to. */
export type Pass = Closed | Probe;

/**
 * The state of one circuit. Arithmetic, no waiting: it stays open until somebody calls.
 *
 * What began in another phase than the present one, whichever, tells it nothing.
 */
export class Circuit {
  readonly key: string;
  readonly #limits: CircuitLimits;
  #phase: Closed | Open | HalfOpen;
  #cooldownMs: number;

  constructor(key: string, limits: CircuitLimits) {
    this.key = key;
    this.#limits = limits;
    this.#cooldownMs = limits.cooldownMs;
    this.#phase = new Closed(limits.trip());
  }

  get phase(): Closed | Open | HalfOpen {
    return this.#phase;
  }

  /** Lets a call through, or tells why not. */
  enter(clock: Clock): Pass | CircuitOpenError {
    if (this.#phase instanceof Closed) return this.#phase;
    const now = clock.now();
    if (this.#phase instanceof Open) {
      const { retryAt } = this.#phase;
      if (now < retryAt) return new CircuitOpenError(this.key, { retryAt });
      this.#phase = new HalfOpen();
    }
    return this.#probe(this.#phase, now);
  }

  /** Hears how a call has ended, once; undefined: it tells nothing. */
  settle(pass: Pass, failed: boolean | undefined, clock: Clock): void {
    if (pass instanceof Probe) this.#endProbe(pass, failed, clock);
    else if (pass === this.#phase && failed !== undefined) {
      if (pass.history.record(failed, clock)) this.#open(pass.history.failures, clock);
    }
  }

  #probe(phase: HalfOpen, now: number): Probe | CircuitOpenError {
    const { probes, probeTimeoutMs } = this.#limits;
    const probe = phase.probe(probes, now, now + probeTimeoutMs);
    if (probe) return probe;
    const { lapsesAt, probeEnded } = phase;
    return new CircuitOpenError(this.key, { retryAt: lapsesAt, ready: probeEnded.next });
  }

  /** A probe that has lost its place still tells how things are. */
  #endProbe(probe: Probe, failed: boolean | undefined, clock: Clock): void {
    const { phase } = probe;
    phase.leave(probe);
    if (phase !== this.#phase) return;
    if (failed === true) this.#open(1, clock);
    if (failed === false && ++phase.successes >= this.#limits.successes) this.#close();
  }

  #open(failures: number, clock: Clock): void {
    this.#phase = new Open(clock.now() + this.#cooldownMs, failures);
    this.#cooldownMs = Math.min(2 * this.#cooldownMs, this.#limits.maxCooldownMs);
  }

  #close(): void {
    this.#phase = new Closed(this.#limits.trip());
    this.#cooldownMs = this.#limits.cooldownMs;
  }
}
