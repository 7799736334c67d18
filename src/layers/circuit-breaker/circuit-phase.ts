import { Moment } from "../moment.ts";
import type { TripHistory } from "./trip.ts";

/** A phase in which all calls pass. They hold on to it, which tells them from those of another. */
export class Closed {
  readonly name = "closed";
  readonly history: TripHistory;

  constructor(history: TripHistory) {
    this.history = history;
  }
}

/** A phase in which no call passes. */
export class Open {
  readonly name = "open";
  readonly retryAt: number;
  /** How many failures have led to it. */
  readonly failures: number;

  constructor(retryAt: number, failures: number) {
    this.retryAt = retryAt;
    this.failures = failures;
  }
}

/** A phase in which a few calls pass, to find out how things are. */
export class HalfOpen {
  readonly name = "half-open";
  /** Comes whenever a probe has ended. */
  readonly probeEnded: Moment = new Moment();
  successes = 0;
  /** Probes that hold a place, the oldest first. */
  readonly #places = new Set<Probe>();

  /** When the next place lapses, if that is known. */
  get lapsesAt(): number | undefined {
    const [oldest] = this.#places;
    return oldest && oldest.lapsesAt < Infinity ? oldest.lapsesAt : undefined;
  }

  /** Gives a place to a call until `lapsesAt`, if one of so many is free. */
  probe(places: number, now: number, lapsesAt: number): Probe | undefined {
    for (const probe of this.#places) {
      if (probe.lapsesAt > now) break;
      this.#places.delete(probe);
    }
    if (this.#places.size >= places) return undefined;
    const probe = new Probe(this, lapsesAt);
    this.#places.add(probe);
    return probe;
  }

  leave(probe: Probe): void {
    this.#places.delete(probe);
    this.probeEnded.come();
  }
}

/** A call that passes in a {@link HalfOpen} phase. */
export class Probe {
  readonly phase: HalfOpen;
  /** When it loses its place, should it not have ended by then. */
  readonly lapsesAt: number;

  constructor(phase: HalfOpen, lapsesAt: number) {
    this.phase = phase;
    this.lapsesAt = lapsesAt;
  }
}
