import type { CrawlEvent } from "../engine/crawl-events.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { messageOf } from "./error-message.ts";
import { hearCrawls } from "./hear.ts";
import { readableTime } from "./readable.ts";
import { tlsHint } from "./tls-hint.ts";

/** Listens to what becomes of each URL until it is disposed, and prints it if it is to. */
export class CrawlLog implements Disposable {
  /** The first URL that was not fetched for an error, and the error. */
  firstFailure: string | undefined;
  readonly #heard: Disposable;

  constructor(print: ((line: string) => void) | undefined) {
    this.#heard = hearCrawls((event) => {
      if (failures.has(event.event) && event.detail["error"] !== undefined) {
        const { error } = event.detail;
        const why = `${messageOf(error)}${tlsHint(event.url, error)}`;
        this.firstFailure ??= `${redactUrl(event.url)}: ${why}`;
      }
      print?.(eventLine(event));
    });
  }

  [Symbol.dispose](): void {
    this.#heard[Symbol.dispose]();
  }
}

const failures: ReadonlySet<CrawlEvent["event"]> = new Set(["notFetched", "sitemapFailed"]);

function eventLine({ event, url, detail }: CrawlEvent): string {
  const line = `${names[event].padEnd(11)} ${redactUrl(url)}`;
  const facts = factsOf(detail);
  return facts.length === 0 ? line : `${line} (${facts.join(", ")})`;
}

const names: Readonly<Record<CrawlEvent["event"], string>> = {
  fetched: "fetched",
  redirected: "redirected",
  retried: "retry",
  notFetched: "not fetched",
  parseFailed: "not parsed",
  itemFailed: "not kept",
  sitemapRead: "sitemap",
  sitemapFailed: "no sitemap",
  slowed: "slowed",
  stopped: "stopped",
  failed: "failed",
};

function factsOf(detail: CrawlEvent["detail"]): readonly string[] {
  return Object.entries(detail)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => fact(name, value));
}

function fact(name: string, value: unknown): string {
  if (name === "reason") return String(value);
  if (name === "to") return `to ${redactUrl(String(value))}`;
  if (name === "afterMs" && typeof value === "number") return `after ${readableTime(value)}`;
  if (name === "attempts") return `attempt ${Number(value) + 1}`;
  return name === "error" ? messageOf(value) : `${name} ${String(value)}`;
}
