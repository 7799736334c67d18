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
      const { detail, url } = message as CrawlEvent;
      const { error } = detail;
      if (error === undefined) return;
      const words = [url, messageOf(error)].filter((word) => word !== "");
      this.#latest = [words.join(": "), ...this.#latest].slice(0, REMEMBERED);
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
