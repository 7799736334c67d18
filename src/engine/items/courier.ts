import type { Awaitable } from "../frontier/frontier.ts";
import { Signal } from "../signal.ts";
import type { Outbox } from "./outbox.ts";
import { ItemError, type ResumableSink, type Sink } from "./sink.ts";

/** Items read at once at most, and items written before they are noted as delivered. */
const SOME = 64;
const MOST = 1024;

/** What a {@link Courier} is made of. */
export interface CourierParts<Item> {
  readonly outbox: Outbox;
  readonly sink: ResumableSink<Item>;
  /** Whether there is no more time for what is left. */
  readonly isOver: () => boolean;
  readonly onItemError: (error: ItemError) => void;
  readonly onFailure: (error: unknown) => void;
  /** Called when the sink has done something. */
  readonly onMove: () => void;
}

/**
 * Brings items from the outbox to a sink, at the pace of the sink.
 *
 * How far the sink has come is noted when what it wrote outlives the process. So whatever ends that, the
 * sink goes on from there, and gets no item twice and lacks none.
 */
export class Courier<Item> implements Sink<Item> {
  readonly #parts: CourierParts<Item>;
  readonly #changed = new Signal();
  #running: Promise<void> | undefined;
  /** The last item that was written, and that was noted. */
  #written = Infinity;
  #noted = Infinity;
  #isEnding = false;
  #isBusy = false;
  #isLeft = false;

  constructor(parts: CourierParts<Item>) {
    this.#parts = parts;
  }

  /** The last item that the sink has. */
  get written(): number {
    return this.#written;
  }

  /** Has the sink go on where it stood, and begins to bring it items. */
  async open(): Promise<void> {
    const { outbox, sink } = this.#parts;
    const { id, position } = await outbox.delivery(sink.name);
    await sink.resume(position);
    this.#written = id;
    this.#noted = id;
    try {
      if (position === undefined) await this.#note();
    } catch (error) {
      await sink.close?.();
      throw error;
    }
    this.#running = this.#run();
  }

  /** Nothing: items come from the outbox. */
  write(): void {}

  /** Tells that there are more items. */
  came(): void {
    this.#changed.wake();
  }

  /** Brings what is left, as far as there is time, then closes the sink; of one that was left at work, nobody waits for that. */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.came();
    const { onFailure, sink } = this.#parts;
    const closed = Promise.resolve(this.#running).then(() => sink.close?.());
    if (this.#isLeft && this.#isBusy) return void closed.catch(onFailure);
    await closed;
  }

  /** Brings no more, and does not wait for the sink where it is at work. */
  leave(): void {
    this.#isLeft = true;
    this.came();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isOver() && (await this.#whenMore())) {
        await this.#bring();
        if (this.#isDry() || this.#written - this.#noted >= MOST) await this.#note();
      }
      if (this.#written > this.#noted && !this.#isLeft) await this.#note();
    } catch (error) {
      this.#parts.onFailure(error);
    }
  }

  /** Waits for more items. False when there are none, and no more will come. */
  async #whenMore(): Promise<boolean> {
    while (this.#isDry() && !this.#isEnding && !this.#isOver()) await this.#changed.wait();
    return !this.#isDry();
  }

  async #bring(): Promise<void> {
    for (const { id, item } of await this.#parts.outbox.after(this.#written, SOME)) {
      if (this.#isOver()) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as far as JSON holds one
      await this.#write(parsed(id, item) as Item);
      this.#written = id;
      this.#parts.onMove();
    }
  }

  async #write(item: Item): Promise<void> {
    const { onItemError, sink } = this.#parts;
    try {
      await this.#busy(() => sink.write(item));
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      onItemError(error);
    }
  }

  async #note(): Promise<void> {
    const { onMove, outbox, sink } = this.#parts;
    const position = await this.#busy(() => sink.sync());
    await outbox.deliver(sink.name, { id: this.#written, position });
    this.#noted = this.#written;
    onMove();
  }

  async #busy<T>(work: () => Awaitable<T>): Promise<T> {
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #isDry(): boolean {
    return this.#parts.outbox.last <= this.#written;
  }

  #isOver(): boolean {
    return this.#isLeft || this.#parts.isOver();
  }
}

function parsed(id: number, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(`Expected item ${id} of the outbox to be JSON, but it is damaged`, { cause });
  }
}
