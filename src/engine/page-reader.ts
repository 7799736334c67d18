import type { Context } from "../service/context.ts";
import { settle } from "../service/outcome.ts";
import { untilAborted } from "../service/until-aborted.ts";
import { Breaks } from "./breaks.ts";
import { tell } from "./crawl-events.ts";
import { CrawlRequest } from "./crawl-request.ts";
import type { Counters } from "./crawl-stats.ts";
import type { Awaitable } from "./frontier.ts";
import type { Gate, Origin } from "./gate.ts";
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

/** Waits for room in the frontier without holding a worker. */
export type Aside = (room: Promise<void>) => Promise<void>;

/** Reads pages: pulls the outputs of `parse` one by one, and brings them where they go. */
export class PageReader<Item> {
  readonly #parts: PageReaderParts<Item>;
  readonly #aside: Aside;
  readonly #breaks: Breaks;

  constructor(parts: PageReaderParts<Item>, aside: Aside) {
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

  /** Lets a request into the frontier; waits where it cannot tell at once, or has no room. */
  enter(request: CrawlRequest, origin: Origin): Promise<void> | undefined {
    const where = this.#parts.gate.enter(request, origin);
    return where === "in" || where === "out" ? undefined : this.#enterLater(where, request, origin);
  }

  async #pull(page: Page): Promise<void> {
    const { context, counters, parse } = this.#parts;
    try {
      for await (const output of await outputsOf(parse, page)) {
        const pause = this.#breaks.step();
        if (pause) await pause;
        if (context.aborted) break;
        const busy = this.#put(output, page);
        if (busy) await busy;
      }
    } catch (error) {
      if (context.aborted) return;
      counters.error("parse_failed");
      tell("parseFailed", page.url, { error });
    }
  }

  /** Brings an output to its place; what there is to wait for before the next, if anything. */
  #put(output: Item | CrawlRequest, page: Page): Promise<void> | undefined {
    const { counters, items, onFailure } = this.#parts;
    if (!(output instanceof CrawlRequest)) {
      counters.items++;
      return items.push(output);
    }
    try {
      return this.enter(output.linkedFrom(page), "link")?.catch(onFailure);
    } catch (error) {
      onFailure(error); // it is the frontier that failed, not the parse
      return undefined;
    }
  }

  async #enterLater(
    where: Awaitable<"in" | "out" | "full">,
    request: CrawlRequest,
    origin: Origin,
  ): Promise<void> {
    if ((await where) === "full") await this.#parts.gate.enterLater(request, origin, this.#aside);
  }
}
