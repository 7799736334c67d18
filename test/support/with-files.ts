import type { VirtualClock } from "../../src/testing/virtual-clock.ts";

/** Passes virtual time while something is done that waits for files too. */
export async function withFiles<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const end = (): void => {
    state.isOver = true;
  };
  work.then(end, end);
  while (!state.isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1);
  }
  return work;
}
