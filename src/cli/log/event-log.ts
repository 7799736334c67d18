import type { Logger } from "pino";

import type { CrawlEvent } from "../../engine/crawl-events.ts";
import type { LayerEvent } from "../../service/events.ts";
import { hearCrawls, hearLayers } from "../hear.ts";
import { isWrong } from "../wrong-reasons.ts";
import { factsOf } from "./facts.ts";
import type { LogLevel } from "./records.ts";

/**
 * Makes a record of each event of crawls and layers, until it is disposed.
 *
 * It does not listen to layers where nothing they tell would be logged, so that they need not tell it.
 */
export class EventLog implements Disposable {
  readonly #log: Logger;
  readonly #heard: readonly Disposable[];

  constructor(log: Logger) {
    this.#log = log;
    this.#heard = [
      hearCrawls((event) => this.#ofCrawl(event)),
      ...(log.isLevelEnabled("debug") ? [hearLayers((event) => this.#ofLayer(event))] : []),
    ];
  }

  [Symbol.dispose](): void {
    for (const heard of this.#heard) heard[Symbol.dispose]();
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

function levelOf(reason: unknown): LogLevel {
  return isWrong(reason) ? "warn" : "debug";
}

/** What every layer tells of every call. */
const everyCall: ReadonlySet<string> = new Set(["start", "end", "error"]);

/** `notFetched` is "not fetched". */
function inWords(event: string): string {
  return event.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
