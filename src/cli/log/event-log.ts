import type { Logger } from "pino";

import { type CrawlEvent, crawlEvents } from "../../engine/crawl-events.ts";
import { layerEvents, type LayerEvent } from "../../service/events.ts";
import { factsOf } from "./facts.ts";
import type { LogLevel } from "./records.ts";

/**
 * Makes a record of each event of crawls and layers, until it is disposed.
 *
 * It does not listen to layers where nothing they tell would be logged, so that they need not tell it.
 */
export class EventLog implements Disposable {
  readonly #log: Logger;
  readonly #hearCrawl: (message: unknown) => void;
  readonly #hearLayer: (message: unknown) => void;

  constructor(log: Logger) {
    this.#log = log;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
    this.#hearCrawl = (message) => this.#ofCrawl(message as CrawlEvent);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
    this.#hearLayer = (message) => this.#ofLayer(message as LayerEvent);
    crawlEvents.subscribe(this.#hearCrawl);
    if (log.isLevelEnabled("debug")) layerEvents.subscribe(this.#hearLayer);
  }

  [Symbol.dispose](): void {
    crawlEvents.unsubscribe(this.#hearCrawl);
    layerEvents.unsubscribe(this.#hearLayer);
  }

  #ofCrawl({ detail, event, url }: CrawlEvent): void {
    const level = event === "notFetched" ? levelOf(detail["reason"]) : levels[event];
    if (!this.#log.isLevelEnabled(level)) return;
    this.#log[level]({ event, ...(url !== "" && { url }), ...factsOf(detail) }, inWords(event));
  }

  #ofLayer({ callId, detail, event, layer }: LayerEvent): void {
    const level = everyCall.has(event) ? "trace" : "debug";
    if (!this.#log.isLevelEnabled(level)) return;
    const facts = { event, layer, callId, detail: factsOf(detail) };
    this.#log[level](facts, `${layer}: ${inWords(event)}`);
  }
}

const levels: Readonly<Record<Exclude<CrawlEvent["event"], "notFetched">, LogLevel>> = {
  fetched: "info",
  redirected: "debug",
  retried: "warn",
  parseFailed: "error",
  itemFailed: "error",
  sitemapRead: "info",
  sitemapFailed: "warn",
  slowed: "warn",
  stopped: "warn",
  failed: "error",
};

/** What went wrong, among the reasons why a URL was not fetched. */
const wrong: ReadonlySet<unknown> = new Set(["failed", "host_down", "refused"]);

function levelOf(reason: unknown): LogLevel {
  return wrong.has(reason) ? "warn" : "debug";
}

/** What every layer tells of every call. */
const everyCall: ReadonlySet<string> = new Set(["start", "end", "error"]);

/** `notFetched` is "not fetched". */
function inWords(event: string): string {
  return event.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
