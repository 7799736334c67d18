import type { Channel } from "node:diagnostics_channel";

import { type CrawlEvent, crawlEvents } from "../engine/crawl-events.ts";
import { layerEvents, type LayerEvent } from "../service/events.ts";

/** Hears what becomes of the URLs of crawls, until it is disposed. */
export function hearCrawls(tell: (event: CrawlEvent) => void): Disposable {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
  return hear(crawlEvents, (message) => tell(message as CrawlEvent));
}

/** Hears what layers do, until it is disposed. */
export function hearLayers(tell: (event: LayerEvent) => void): Disposable {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
  return hear(layerEvents, (message) => tell(message as LayerEvent));
}

function hear(channel: Channel, listener: (message: unknown) => void): Disposable {
  channel.subscribe(listener);
  return {
    [Symbol.dispose]() {
      channel.unsubscribe(listener);
    },
  };
}
