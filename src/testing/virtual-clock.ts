import { setImmediate } from "node:timers/promises";

import type { Clock } from "../service/clock.ts";
import { requireDuration, requireOptions, show } from "../service/options.ts";

/** Options of a {@link VirtualClock}. */
export interface VirtualClockOptions {
  /** What `wallMs()` tells at the start, in Unix milliseconds. @defaultValue 0 */
  readonly wallMs?: number;
}

interface Timer {
  readonly due: number;
  readonly fn: () => void;
  ended: boolean;
}

/** So many timers that have ended are not worth a sweep. */
const FEW = 32;

/**
 * A clock that stands still until a test moves it.
 *
 * Timers fire in the order they are due, then in the order they were set, and see the clock stand
 * at their instant.
 *
 * @example
 * ```ts
 * const clock = new VirtualClock();
 * const stack = builder.service(leaf, { clock });
 * const page = await clock.run(stack.call(request)); // hours of waiting take no time
 * ```
 */
export class VirtualClock implements Clock {
  readonly #wallMs: number;
  #timers: Timer[] = []; // by due, then by age; those that have ended are swept out now and then
  #pending = 0;
  #now = 0;

  constructor(options: VirtualClockOptions = {}) {
    requireOptions("VirtualClock", options, { wallMs: true });
    const { wallMs = 0 } = options;
    if (!Number.isFinite(wallMs)) {
      throw new RangeError(`Expected "wallMs" to be a finite number: got ${show(wallMs)}`);
    }
    this.#wallMs = wallMs;
  }

  /** Timers that are still to fire; one after `Infinity` never is. */
  get pending(): number {
    return this.#pending;
  }

  /** When the next timer is due, as the clock reads; `Infinity` if there is none. */
  get nextDue(): number {
    return this.#next()?.due ?? Infinity;
  }

  now(): number {
    return this.#now;
  }

  wallMs(): number {
    return this.#wallMs + this.#now;
  }

  timer(fn: () => void, ms: number): Disposable {
    requireDuration("ms", ms);
    const timer = { due: this.#now + ms, fn, ended: false };
    if (timer.due < Infinity) this.#insert(timer);
    return { [Symbol.dispose]: () => this.#end(timer) };
  }

  /** Moves time on, firing what is due by then. */
  advance(ms: number): void {
    requireDuration("ms", ms);
    this.#moveTo(this.#now + ms);
  }

  /** Lets everything happen that waits neither for time nor for the world outside. */
  async settle(): Promise<void> {
    await setImmediate();
  }

  /**
   * Lets a call run to its end: whenever nothing else happens, time jumps to the next timer.
   *
   * Rejects where the call waits for something that is not time.
   */
  async run<T>(call: Promise<T>): Promise<T> {
    let running = true;
    const end = (): void => {
      running = false;
    };
    call.then(end, end);
    for (;;) {
      await this.settle();
      if (!running) return call;
      const next = this.#next();
      if (!next) throw new Error("The call waits for something that is not time");
      this.#moveTo(next.due);
    }
  }

  #insert(timer: Timer): void {
    this.#pending++;
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#timers[middle]?.due ?? Infinity) <= timer.due) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }

  #end(timer: Timer): void {
    if (timer.ended || timer.due === Infinity) return;
    timer.ended = true;
    const kept = this.#timers.length;
    if (--this.#pending * 2 < kept && kept > FEW) {
      this.#timers = this.#timers.filter(({ ended }) => !ended);
    }
  }

  #next(): Timer | undefined {
    while (this.#timers[0]?.ended) this.#timers.shift();
    return this.#timers[0];
  }

  #moveTo(instant: number): void {
    for (let timer = this.#next(); timer && timer.due <= instant; timer = this.#next()) {
      this.#now = timer.due;
      this.#end(timer);
      timer.fn();
    }
    this.#now = Math.max(this.#now, instant);
  }
}
