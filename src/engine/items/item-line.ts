import type { PageTrace } from "../telemetry/page-trace.ts";
import { Channel } from "./channel.ts";
import { ItemError, type Sink } from "./sink.ts";

/** Items that may wait before `parse` is held up. */
const ROOM = 100;

/** What an {@link ItemLine} is made of. */
export interface ItemLineOptions<Item> {
  readonly sinks: readonly Sink<Item>[];
  /** Called for an item that a sink could not take. */
  readonly onItemError: (error: ItemError) => void;
  /** Called for an error of a sink that is not about one item. */
  readonly onFailure: (error: unknown) => void;
}

/** An item on its way, and the trace of its page. */
interface Entry<Item> {
  readonly item: Item;
  readonly page: PageTrace | undefined;
}

/** The way of items: one after another to each sink, then to whoever iterates the crawl. */
export class ItemLine<Item> {
  readonly #options: ItemLineOptions<Item>;
  readonly #items = new Channel<Entry<Item>>(ROOM);
  readonly #opened: Sink<Item>[] = [];
  #consumer: Channel<Item> | undefined;
  #failed = false;
  /** The sink that is at work. */
  #busy: Sink<Item> | undefined;
  #moves = 0;

  constructor(options: ItemLineOptions<Item>) {
    this.#options = options;
  }

  /** Grows with each thing that a sink has done. */
  get moves(): number {
    return this.#moves;
  }

  /** Opens the sinks in order; where one fails, those that are open are closed again. */
  async open(): Promise<void> {
    try {
      for (const sink of this.#options.sinks) {
        await sink.open?.();
        this.#moves++;
        this.#opened.push(sink);
      }
    } catch (error) {
      this.#fail(error);
      await this.#close();
      throw error;
    }
  }

  /** From now on items are kept for one who takes them out of the channel. */
  consume(): Channel<Item> {
    return (this.#consumer ??= new Channel<Item>(0));
  }

  /** Puts an item in, of a page that may be traced; resolves when there is room for another. */
  push(item: Item, page?: PageTrace): Promise<void> {
    const traced = this.#options.sinks.length > 0 ? page : undefined;
    traced?.item();
    return this.#items.push({ item, page: traced });
  }

  /** No more items will come. */
  end(): void {
    this.#items.close();
  }

  /** Waits no more for who iterates the crawl; all items can still be taken. */
  abandon(): void {
    this.#consumer?.unbound();
  }

  /** Passes the items on to the last, then closes the sinks. */
  async run(): Promise<void> {
    for (let next = await this.#items.shift(); next; next = await this.#items.shift()) {
      const { item, page } = next.value;
      if (page) await page.write(() => this.#write(item));
      else await this.#write(item);
      await this.#consumer?.push(item);
    }
    await this.#close();
  }

  /** Writes no more, and closes the sinks but one that is at work: that one when it has ended. */
  async leave(): Promise<void> {
    this.#failed = true;
    for (const sink of this.#opened.filter((sink) => sink !== this.#busy)) {
      this.#opened.splice(this.#opened.indexOf(sink), 1);
      await this.#closeOne(sink);
    }
  }

  /** Who iterates the crawl gets no more than is there. */
  close(): void {
    this.#consumer?.close();
  }

  /** Resolves to what was wrong with the item, or with a sink. */
  async #write(item: Item): Promise<unknown> {
    let wrong: unknown;
    for (const sink of this.#opened) {
      if (this.#failed) break;
      this.#busy = sink;
      try {
        await sink.write(item);
      } catch (error) {
        wrong = error;
        if (error instanceof ItemError) this.#options.onItemError(error);
        else this.#fail(error);
      }
      this.#busy = undefined;
      this.#moves++;
    }
    return wrong;
  }

  /** Closes all, whatever one of them throws. */
  async #close(): Promise<void> {
    for (let sink = this.#opened.shift(); sink; sink = this.#opened.shift()) {
      await this.#closeOne(sink);
    }
  }

  async #closeOne(sink: Sink<Item>): Promise<void> {
    try {
      await sink.close?.();
    } catch (error) {
      this.#fail(error);
    }
    this.#moves++;
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#options.onFailure(error);
  }
}
