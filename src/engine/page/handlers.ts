import { requireFunction, requireObject, show } from "../../service/options.ts";
import type { Parse } from "./outputs.ts";

/** Who reads the pages of a crawl: its `parse`, and by name its `handlers`. */
export class Handlers<Item> {
  readonly #parse: Parse<Item>;
  readonly #byName: ReadonlyMap<string, Parse<Item>>;

  constructor(parse: Parse<Item>, handlers: Readonly<Record<string, Parse<Item>>> = {}) {
    requireFunction("parse", parse);
    requireObject("handlers", handlers);
    this.#parse = parse;
    this.#byName = new Map(
      Object.keys(handlers).map((name) => {
        requireFunction(`handlers.${name}`, handlers[name]);
        return [name, (page) => handlers[name]?.(page)];
      }),
    );
  }

  /** Who reads the page of a request that goes `to`. Throws a `TypeError` where there is no such. */
  of(to: string | undefined): Parse<Item> {
    if (to === undefined) return this.#parse;
    const handler = this.#byName.get(to);
    if (handler) return handler;
    const names = [...this.#byName.keys()].join(", ") || "(there is none)";
    throw new TypeError(`Expected "to" to be one of the handlers ${names}: got ${show(to)}`);
  }
}
