import { requireArray, requireMethods, requireText } from "../../service/options.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import type { Json } from "../page/json.ts";

/**
 * Where the items of a crawl go. Users write their own.
 *
 * One with a `name`, `resume` and `sync` goes on where it stood: with a frontier that outlives its process,
 * it gets each item of a page that was settled exactly once, as JSON holds it, whatever ended
 * the runs before.
 */
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
  /** By which it is known again in the next run. */
  readonly name?: string;
  /**
   * Called in place of `open` where it is to go on from a position that `sync` gave, in this run or one
   * before: what was written since is to be undone, as it comes again. `undefined` the first time.
   */
  resume?(position: Json | undefined): Awaitable<void>;
  /** Resolves when all that was written outlives the process, to where that ends. */
  sync?(): Awaitable<Json>;
}

/** A sink that goes on where it stood. */
export type ResumableSink<Item> = Sink<Item> &
  Required<Pick<Sink<Item>, "name" | "resume" | "sync">>;

export function isResumable<Item>(sink: Sink<Item>): sink is ResumableSink<Item> {
  return sink.resume !== undefined;
}

/** A sink cannot take this item; others it can. */
export class ItemError extends Error {
  override readonly name = "ItemError";
  readonly code = "bad_item";
}

/** Throws a `TypeError` unless these are sinks. */
export function requireSinks<Item>(sinks: readonly Sink<Item>[]): void {
  requireArray("sinks", sinks);
  for (const [at, sink] of sinks.entries()) {
    requireMethods(`sinks[${at}]`, sink, ["write"]);
    if (!isResumable(sink)) continue;
    requireMethods(`sinks[${at}]`, sink, ["resume", "sync"]);
    requireText(`sinks[${at}].name`, sink.name);
  }
}
