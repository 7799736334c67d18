import { types } from "node:util";

import { show } from "../../service/options.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import { CrawlRequest } from "./crawl-request.ts";
import { FollowedLinks } from "./followed-links.ts";
import type { Page } from "./page.ts";

/** What a parse gives: requests, and items, which are anything else. */
export type Output<Item> = Item | CrawlRequest;

/** What a {@link Parse} may return. */
export type Outputs<Item> = AsyncIterable<Output<Item>> | Iterable<Output<Item>> | undefined | void;

/** Reads a page. An async generator is pulled one output at a time, while there is room. */
export type Parse<Item, To extends string = string> = (
  page: Page<To>,
) => Outputs<Item> | Promise<Outputs<Item>>;

/** What a {@link Parse} gave, whole or one by one. */
export type Given<Item> = AsyncIterable<Output<Item>> | Iterable<Output<Item>>;

/** The outputs of a page, however its parse gives them. It rejects where that fails, and never throws. */
export function outputsOf<Item>(parse: Parse<Item>, page: Page): Awaitable<Given<Item>> {
  try {
    const outputs = parse(page);
    return isThenable(outputs) ? Promise.resolve(outputs).then(checked) : checked(outputs);
  } catch (error) {
    return Promise.reject(error);
  }
}

function checked<Item>(outputs: Outputs<Item>): Given<Item> {
  if (outputs === undefined) return [];
  if (Array.isArray(outputs)) hearAll(outputs);
  if (typeof outputs === "object" && outputs !== null && isIterable(outputs)) return outputs;
  throw new TypeError(`Expected "parse" to give some requests and items: got ${show(outputs)}`);
}

/** Throws where many were given as one item, as by `yield page.follow()`, which lacks a `*`. */
export function requireOne(output: unknown): void {
  if (typeof output !== "object" || output === null) return;
  const isMany = "next" in output && isIterable(output);
  const [first]: unknown[] = Array.isArray(output) ? output : [];
  if (!isMany && !(output instanceof FollowedLinks) && !(first instanceof CrawlRequest)) return;
  throw new TypeError(
    'Expected "parse" to yield one request or item at a time: give many by "yield*"',
  );
}

/** What there is to wait for before the next output; `"enough"` where there is to be none. */
export type Busy = "enough" | void | Promise<"enough" | void>;

/**
 * Hands over the outputs one by one, those that are promises once they are there.
 *
 * Where nothing is to be waited for it goes on at once, and gives no promise where that is so of all: a
 * promise for each link would cost more than all that is done with it.
 */
export function eachOutput<T>(
  outputs: AsyncIterable<T> | Iterable<T>,
  hand: (output: T | Awaited<T>) => Busy,
): void | Promise<void> {
  if (Symbol.asyncIterator in outputs) return eachInTurn(outputs, hand);
  const waits = handing(outputs, hand);
  const { done, value } = waits.next();
  return done === true ? undefined : waitForAll(value, waits);
}

async function eachInTurn<T>(outputs: AsyncIterable<T>, hand: (output: T) => Busy): Promise<void> {
  for await (const output of outputs) {
    const busy = hand(output);
    if (busy && (await busy) === "enough") return;
  }
}

/** Hands over outputs, and stops for no more than what is to be waited for. */
function* handing<T>(
  outputs: Iterable<T>,
  hand: (output: T | Awaited<T>) => Busy,
): Generator<Busy, void> {
  for (const given of outputs) {
    const busy = isThenable(given) ? Promise.resolve(given).then(hand) : hand(given);
    if (busy) yield busy;
  }
}

async function waitForAll(first: Busy, others: Generator<Busy, void>): Promise<void> {
  try {
    if ((await first) === "enough") return;
    for (const busy of others) if ((await busy) === "enough") return;
  } finally {
    others.return();
  }
}

/** A promise that rejects before its turn has come is told in its turn. */
function hearAll(outputs: readonly unknown[]): void {
  for (const output of outputs) if (types.isPromise(output)) output.catch(() => {});
}

/** Whether somebody's promise, whatever made it. */
function isThenable<T>(output: T): output is T & PromiseLike<Awaited<T>> {
  return (
    typeof output === "object" &&
    output !== null &&
    "then" in output &&
    typeof output.then === "function"
  );
}

function isIterable(outputs: object): boolean {
  return Symbol.asyncIterator in outputs || Symbol.iterator in outputs;
}
