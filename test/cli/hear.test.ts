import { describe, expect, it } from "vitest";

import { hearCrawls, hearLayers } from "../../src/cli/hear.ts";
import { type CrawlEvent, crawlEvents } from "../../src/engine/crawl-events.ts";
import { layerEvents, type LayerEvent } from "../../src/service/events.ts";

describe("hearCrawls", () => {
  it("hears events of crawls, and nothing once it is disposed", () => {
    const event: CrawlEvent = { event: "fetched", url: "http://a.test/", detail: {} };
    const heard: CrawlEvent[] = [];
    const hearing = hearCrawls((told) => heard.push(told));
    crawlEvents.publish(event);
    hearing[Symbol.dispose]();
    crawlEvents.publish(event);
    expect(heard).toEqual([event]);
    expect(crawlEvents.hasSubscribers).toBe(false);
  });
});

describe("hearLayers", () => {
  it("hears events of layers, and nothing once it is disposed", () => {
    const event: LayerEvent = { callId: 1, layer: "retry", event: "retried", at: 0, detail: {} };
    const heard: LayerEvent[] = [];
    const hearing = hearLayers((told) => heard.push(told));
    layerEvents.publish(event);
    hearing[Symbol.dispose]();
    layerEvents.publish(event);
    expect(heard).toEqual([event]);
    expect(layerEvents.hasSubscribers).toBe(false);
  });
});
