import type { Row } from "./row.ts";

const MANY = 1000;

/** Turns of the microtask queue from the call to its answer; undefined if they alone never end it. */
export async function hops(call: Row["call"]): Promise<number | undefined> {
  let ended = false;
  const end = (): void => void (ended = true);
  const answer = call(0).then(end, end);
  for (let turns = 1; turns <= MANY; turns++) {
    await Promise.resolve();
    if (ended) return turns;
  }
  await answer;
  return undefined;
}
