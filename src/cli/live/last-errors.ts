import { type CrawlEvent, crawlEvents } from "../../engine/crawl-events.ts";
import { messageOf } from "../error-message.ts";

/** How many are remembered. */
const REMEMBERED = 3;

/** Hears what fails in crawls until it is disposed, and remembers the last of it. */
export class LastErrors implements Disposable {
  #latest: readonly string[] = [];
  readonly #hear: (message: unknown) => void;

  constructor() {
    this.#hear = (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
      const event = message as CrawlEvent;
      if (!isFailure(event)) return;
      this.#latest = [inWords(event), ...this.#latest].slice(0, REMEMBERED);
    };
    crawlEvents.subscribe(this.#hear);
  }

  /** The latest first: the URL, and what went wrong. */
  get latest(): readonly string[] {
    return this.#latest;
  }

  [Symbol.dispose](): void {
    crawlEvents.unsubscribe(this.#hear);
  }
}

/** Whether an event tells of something that went wrong, and not of what was not wanted. */
function isFailure({ detail, event }: CrawlEvent): boolean {
  const { error, reason } = detail;
  if (event === "notFetched") return reason === "failed" || reason === "host_down";
  return error !== undefined;
}

function inWords({ detail, url }: CrawlEvent): string {
  const message = messageOf(detail["error"]);
  return url === "" || message.includes(url) ? message : `${url}: ${message}`;
}
