import { setImmediate } from "node:timers/promises";

/** How often the event loop turns, with nothing to wait for but promises, before a case hangs. */
const MOST_TURNS = 10_000;

/**
 * What is checked of each case drawn, so that a case that hangs is told as a counterexample.
 *
 * It counts turns of the event loop, not milliseconds, which a busy machine may take for a single one:
 * so it is for what plays time, and waits for nothing outside the process.
 */
export function neverHanging<Case extends readonly unknown[]>(
  check: (...drawn: Case) => Promise<void>,
): (...drawn: Case) => Promise<void> {
  return async (...drawn) => {
    const over = new AbortController();
    const checked = check(...drawn).finally(() => over.abort());
    await Promise.all([checked, turns(over.signal)]);
  };
}

/** Rejects unless something is over before the event loop has turned that often. */
async function turns(over: AbortSignal): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    if (over.aborted) return;
    await setImmediate();
  }
  throw new Error(`It hangs: the event loop has turned ${MOST_TURNS} times`);
}
