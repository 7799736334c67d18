import { requireArray } from "../../service/options.ts";
import { requireMethods } from "../../service/options.ts";

/** Where the items of a crawl go. Users write their own. */
export interface Sink<Item> {
  /** Called before anything is fetched. What it throws keeps the crawl from starting. */
  open?(): Promise<void> | void;
  /**
   * Takes one item; the next comes when this has resolved, so a slow sink slows the crawl.
   *
   * An {@link ItemError} is counted and the crawl goes on; any other error ends the crawl.
   */
  write(item: Item): Promise<void> | void;
  /** Called once at the end of every crawl that opened it, also of one that failed. */
  close?(): Promise<void> | void;
}

/** A sink cannot take this item; others it can. */
export class ItemError extends Error {
  override readonly name = "ItemError";
  readonly code = "bad_item";
}

/** Throws a `TypeError` unless these are sinks. */
export function requireSinks<Item>(sinks: readonly Sink<Item>[]): void {
  requireArray("sinks", sinks);
  for (const [at, sink] of sinks.entries()) requireMethods(`sinks[${at}]`, sink, ["write"]);
}
