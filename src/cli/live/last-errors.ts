import type { CrawlEvent } from "../../engine/crawl-events.ts";
import { messageOf } from "../error-message.ts";
import { hearCrawls } from "../hear.ts";
import { isWrong } from "../wrong-reasons.ts";

/** How many are remembered. */
const REMEMBERED = 3;

/** Hears what fails in crawls until it is disposed, and remembers the last of it. */
export class LastErrors implements Disposable {
  #latest: readonly string[] = [];
  readonly #heard = hearCrawls((event) => {
    if (isFailure(event)) this.#latest = [inWords(event), ...this.#latest].slice(0, REMEMBERED);
  });

  /** The latest first: the URL, and what went wrong. */
  get latest(): readonly string[] {
    return this.#latest;
  }

  [Symbol.dispose](): void {
    this.#heard[Symbol.dispose]();
  }
}

/** Whether an event tells of something that went wrong, and not of what was not wanted. */
function isFailure({ detail, event }: CrawlEvent): boolean {
  return event === "notFetched" ? isWrong(detail["reason"]) : detail["error"] !== undefined;
}

function inWords({ detail, url }: CrawlEvent): string {
  const message = messageOf(detail["error"]);
  return url === "" || message.includes(url) ? message : `${url}: ${message}`;
}
