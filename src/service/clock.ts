import { requireDuration } from "./options.ts";

/** Tells the time and waits. The one door through which layers see time pass. */
export interface Clock {
  /** Milliseconds from an arbitrary origin; never goes back. */
  now(): number;
  /** Milliseconds since 1970, as HTTP dates count them; may go back. */
  wallMs(): number;
  /**
   * Runs `fn` once, `ms` from now, unless disposed before.
   *
   * Any `ms` from 0 up is kept, beyond what one timer of the platform can hold too; after
   * `Infinity` nothing runs. A timer may fire a fraction of a millisecond early.
   */
  timer(fn: () => void, ms: number): Disposable;
}

/** The longest wait of a Node timer. One asked to wait longer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

const never: Disposable = { [Symbol.dispose]: () => {} };

/** The clock of the running process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallMs: () => Date.now(),
  timer(fn, ms) {
    if (ms >= 0 && ms <= LONGEST_MS) {
      anchor(ms);
      const handle = setTimeout(fn, ms);
      return Symbol.dispose in handle ? handle : new ShortTimer(handle);
    }
    requireDuration("ms", ms);
    return ms === Infinity ? never : longTimer(fn, ms);
  },
};

/** A fake timer, as those are not disposable. */
class ShortTimer implements Disposable {
  readonly #handle: NodeJS.Timeout;

  constructor(handle: NodeJS.Timeout) {
    this.#handle = handle;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#handle);
  }
}

/** Lengths of timers of which one is always running. Few: the usual timeouts of a process. */
const anchored = new Set<number>();
const MOST_ANCHORED = 16;

/**
 * Keeps Node's list of timers of this length from being made anew for every call that comes alone,
 * which costs three times what a timer costs. An anchor does not hold up the process.
 */
function anchor(ms: number): void {
  if (anchored.has(ms) || anchored.size >= MOST_ANCHORED || !Number.isInteger(ms)) return;
  anchored.add(ms);
  setTimeout(() => anchored.delete(ms), ms).unref();
}

/** A wait in stages, each as long as a Node timer can be. */
function longTimer(fn: () => void, ms: number): Disposable {
  let leftMs = ms;
  const stage = (): NodeJS.Timeout => {
    const stageMs = Math.min(leftMs, LONGEST_MS);
    leftMs -= stageMs;
    return setTimeout(() => {
      if (leftMs === 0) fn();
      else handle = stage();
    }, stageMs);
  };
  let handle = stage();
  return { [Symbol.dispose]: () => clearTimeout(handle) };
}
