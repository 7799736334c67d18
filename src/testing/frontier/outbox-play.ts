import type { Frontier, Lease, Settlement } from "../../engine/frontier/frontier.ts";
import type { KeptItem, Outbox } from "../../engine/items/outbox.ts";
import { BrokenRule, requireRule } from "../contract/broken-rule.ts";

const NAME = "checkFrontier";
/** Items of a page, and items that are read at once. */
const COUNT = 3;
const SOME = 2;

const KEPT =
  "an outbox keeps the items of pages that are done, those of each together, and no others";
const NOTED = "an outbox tells how far a sink has come";

/** Has each page of what is played put out items, and judges what the outbox has in the end. */
export class OutboxPlay {
  /** To be played to in place of the frontier. */
  readonly frontier: Frontier;
  readonly #outbox: Outbox;
  /** What each page that is done put out, by the first of that. */
  readonly #pages = new Map<string, readonly string[]>();
  #settled = 0;

  constructor(frontier: Frontier, outbox: Outbox) {
    this.#outbox = outbox;
    const settle = (lease: Lease, outcome: Settlement): Promise<void> =>
      this.#settle(frontier, lease, outcome);
    this.frontier = new Proxy(frontier, {
      get(target, name) {
        const part: unknown = Reflect.get(target, name, target);
        if (name === "settle") return settle;
        return typeof part === "function" ? (part.bind(target) as unknown) : part;
      },
    });
  }

  /** Lets it know of a sink that wants items. */
  async begin(): Promise<void> {
    await this.#ask("deliver", () => this.#outbox.deliver(NAME, { id: 0, position: null }));
    requireRule(this.#outbox.isWanted, NOTED, () => "It wants no items for a sink that it knows");
  }

  async end(): Promise<void> {
    const items = await this.#readAll();
    const texts = items.map(({ item }) => item);
    const whole = texts.flatMap((text) => this.#pages.get(text) ?? []);
    const isRight = texts.length === this.#pages.size * COUNT && texts.join() === whole.join();
    requireRule(isRight, KEPT, () => `It keeps ${texts.join()}`);
    const last = items.at(-1)?.id ?? 0;
    const { last: told } = this.#outbox;
    requireRule(last === 0 || told === last, KEPT, () => `Its last is ${told}, not ${last}`);
    await this.#requireNoted({ id: last, position: { at: [last] } });
  }

  /** Some of the items of a page come before it is settled, the others with that. */
  async #settle(frontier: Frontier, lease: Lease, outcome: Settlement): Promise<void> {
    const n = this.#settled++;
    const items = Array.from({ length: COUNT }, (_, at) => `"${n}.${at}"`);
    const early = n % (COUNT + 1);
    if (early > 0) await this.#outbox.draft(lease, items.slice(0, early));
    if (!("done" in outcome)) return frontier.settle(lease, outcome);
    this.#pages.set(items[0] ?? "", items);
    return frontier.settle(lease, { ...outcome, items: items.slice(early) });
  }

  async #readAll(): Promise<readonly KeptItem[]> {
    const items: KeptItem[] = [];
    for (let last = 0; ;) {
      const some = await this.#ask("after", () => this.#outbox.after(last, SOME));
      const isNext = some.every(({ id }, at) => id > (some[at - 1]?.id ?? last));
      requireRule(isNext && some.length <= SOME, KEPT, () => `After ${last} come ${some.length}`);
      if (some.length === 0) return items;
      items.push(...some);
      last = some.at(-1)?.id ?? last;
    }
  }

  async #requireNoted(delivery: Parameters<Outbox["deliver"]>[1]): Promise<void> {
    await this.#ask("deliver", () => this.#outbox.deliver(NAME, delivery));
    const noted = await this.#ask("delivery", () => this.#outbox.delivery(NAME));
    const [expected, got] = [JSON.stringify(delivery), JSON.stringify(noted)];
    requireRule(got === expected, NOTED, () => `Of ${expected} it says ${got}`);
  }

  async #ask<T>(method: string, ask: () => T | Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new BrokenRule("nothing that is asked is an error", `${method}: ${String(error)}`);
    }
  }
}
