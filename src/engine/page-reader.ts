import type { Context } from "../service/context.ts";
import { settle } from "../service/outcome.ts";
import { untilAborted } from "../service/until-aborted.ts";
import { Breaks } from "./breaks.ts";
import { tell } from "./crawl-events.ts";
import { CrawlRequest } from "./crawl-request.ts";
import type { Counters } from "./crawl-stats.ts";
import type { Gate, Origin, Place } from "./gate.ts";
import type { ItemLine } from "./item-line.ts";
import { outputsOf, type Parse } from "./outputs.ts";
import type { Page } from "./page.ts";

/** What a {@link PageReader} is made of. */
export interface PageReaderParts<Item> {
  readonly context: Context;
  readonly gate: Gate;
  readonly items: ItemLine<Item>;
  readonly counters: Counters;
  readonly parse: Parse<Item>;
  /** Called for an error that ends the crawl. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Reads pages: pulls the outputs of `parse` one by one, and brings them where they go.
 *
 * Where there is no room for all, the page that came first has it: so links enter much in the order
 * in which they would have had there been room, and pages are done with one after the other.
 */
export class PageReader<Item> {
  readonly #parts: PageReaderParts<Item>;
  readonly #aside: Place["aside"];
  readonly #breaks: Breaks;
  #places = 0;

  /** `aside` waits for room in the frontier without holding a worker. */
  constructor(parts: PageReaderParts<Item>, aside: Place["aside"]) {
    this.#parts = parts;
    this.#aside = aside;
    this.#breaks = new Breaks(parts.context);
  }

  /** Reads a page. False where an abort cut it short: a `parse` that hangs is left behind. */
  async read(page: Page): Promise<boolean> {
    const { context } = this.#parts;
    const { ok } = await settle(untilAborted(context.scope(), () => this.#pull(page), {}));
    return ok;
  }

  /** Lets the target of a redirect into the frontier. */
  async redirect(request: CrawlRequest): Promise<void> {
    await this.#enter(request, "redirect", { place: this.#places++, aside: this.#aside });
  }

  async #pull(page: Page): Promise<void> {
    const { context, counters, parse } = this.#parts;
    const aside: Place["aside"] = (room) => {
      page.forget();
      return this.#aside(room);
    };
    const place = { place: this.#places++, aside };
    try {
      for await (const output of await outputsOf(parse, page)) {
        const pause = this.#breaks.step();
        if (pause) await pause;
        if (context.aborted) break;
        const busy =
          output instanceof CrawlRequest ? this.#link(output, page, place) : this.#item(output);
        if (busy) await busy;
      }
    } catch (error) {
      if (context.aborted) return;
      counters.error("parse_failed");
      tell("parseFailed", page.url, { error });
    }
  }

  #item(item: Item): Promise<void> {
    this.#parts.counters.items++;
    return this.#parts.items.push(item);
  }

  /** Where it fails, it is the frontier that failed, not the parse. */
  #link(request: CrawlRequest, page: Page, place: Place): Promise<void> | undefined {
    const { onFailure } = this.#parts;
    try {
      return this.#enter(request.linkedFrom(page), "link", place)?.catch(onFailure);
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }

  /** Lets a request in; waits where the frontier cannot tell at once, or has no room. */
  #enter(request: CrawlRequest, origin: Origin, place: Place): Promise<void> | undefined {
    const { gate } = this.#parts;
    const where = gate.enter(request, origin);
    if (where === "in" || where === "out") return undefined;
    const later = async (): Promise<void> => {
      if ((await where) === "full") await gate.enterLater(request, origin, place);
    };
    return later();
  }
}
