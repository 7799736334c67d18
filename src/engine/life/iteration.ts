import type { Channel } from "../items/channel.ts";

/** The items of a crawl, taken one by one. Leaving it stops the crawl; what that fails with, it tells. */
export function iterationOf<Item>(
  items: Channel<Item>,
  finished: Promise<unknown>,
  stop: () => Promise<void>,
): AsyncIterator<Item, undefined> {
  return {
    async next() {
      const next = await items.shift();
      if (next) return { done: false, value: next.value };
      await finished;
      return { done: true, value: undefined };
    },
    async return() {
      items.close();
      await stop();
      await finished;
      return { done: true, value: undefined };
    },
  };
}
