import { type CrawlEvent, crawlEvents } from "../../../src/engine/crawl-events.ts";

/** What crawls tell while `work` runs. */
export async function eventsOf(work: () => Promise<void>): Promise<readonly CrawlEvent[]> {
  const events: CrawlEvent[] = [];
  const listener = (message: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
    events.push(message as CrawlEvent);
  };
  crawlEvents.subscribe(listener);
  try {
    await work();
  } finally {
    crawlEvents.unsubscribe(listener);
  }
  return events;
}
