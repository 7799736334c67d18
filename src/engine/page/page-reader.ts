import type { Context } from "../../service/context.ts";
import { settle } from "../../service/outcome.ts";
import { untilAborted } from "../../service/until-aborted.ts";
import { inChain } from "../admission/chain.ts";
import type { Gate, Place } from "../admission/gate.ts";
import { Party } from "../admission/party.ts";
import { tell } from "../crawl-events.ts";
import type { Counters } from "../crawl-stats.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import type { Deliveries } from "../items/deliveries.ts";
import type { Draft } from "../items/draft.ts";
import type { ItemLine } from "../items/item-line.ts";
import { activeOutputs } from "../telemetry/active-outputs.ts";
import type { PageTrace } from "../telemetry/page-trace.ts";
import type { ParseTrace } from "../telemetry/parse-trace.ts";
import { Breaks } from "./breaks.ts";
import { CrawlRequest } from "./crawl-request.ts";
import type { Handlers } from "./handlers.ts";
import { type Busy, eachOutput, type Output, outputsOf, requireOne } from "./outputs.ts";
import type { Page } from "./page.ts";

/** Links of one page that may wait in line; then its parse waits too. */
const LINED = 1000;

/** What a {@link PageReader} is made of. */
export interface PageReaderParts<Item> {
  readonly context: Context;
  readonly gate: Gate;
  readonly items: ItemLine<Item>;
  readonly deliveries: Deliveries<Item>;
  readonly counters: Counters;
  readonly handlers: Handlers<Item>;
  /** A link to one of these is as near as if the crawl had come to it from there. */
  readonly startUrls: ReadonlySet<string>;
  /** Called for an error that ends the crawl only with `failFast`. */
  readonly onFault: (code: string, error: unknown) => void;
  /** Called for an error that ends the crawl. */
  readonly onFailure: (error: unknown) => void;
}

/** Where the outputs of a page go, and who is told of them. */
interface Pulling {
  readonly party: Party;
  readonly draft: Draft | undefined;
  readonly trace: PageTrace | undefined;
}

/**
 * Reads pages: pulls the outputs of `parse` one by one, and brings them where they go.
 *
 * Links that find no room wait in line, each URL once, which takes far less memory than a page that
 * waits with its text. Where there is no room for all, the page that came first has it: so links enter
 * much in the order in which they would have had there been room.
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

  /**
   * Reads a page, and tells of its links that wait in line for room.
   *
   * Its items are gathered in the draft too, if there is one.
   * Undefined where an abort cut it short: a `parse` that hangs is left behind.
   */
  read(page: Page, draft?: Draft, trace?: PageTrace): Awaitable<Party | undefined> {
    const { context } = this.#parts;
    if (context.aborted) return undefined;
    const party = new Party(this.#places++);
    const pulling = this.#pull(page, { party, draft, trace });
    if (pulling) return this.#untilPulled(pulling, party);
    party.rest();
    return context.aborted ? undefined : party;
  }

  async #untilPulled(pulling: Promise<void>, party: Party): Promise<Party | undefined> {
    const { context } = this.#parts;
    const { ok } = await settle(untilAborted(context.scope(), { call: () => pulling }, undefined));
    party.rest();
    return ok ? party : undefined;
  }

  /** Lets the target of a redirect into the frontier. */
  async redirect(request: CrawlRequest): Promise<void> {
    const { gate } = this.#parts;
    if ((await gate.enter(request, "redirect")) !== "full") return;
    await gate.enterLater(request, "redirect", { place: this.#places++, aside: this.#aside });
  }

  /** Gives a promise where there is something to wait for, which never rejects. */
  #pull(page: Page, pulling: Pulling): void | Promise<void> {
    const parse = pulling.trace?.parse(page.request.to);
    try {
      const pulled = this.#pullAll(page, pulling, parse);
      if (pulled) return this.#whenPulled(pulled, page, parse);
    } catch (error) {
      this.#failed(error, page, parse);
    }
    parse?.end();
  }

  async #whenPulled(
    pulled: Promise<void>,
    page: Page,
    parse: ParseTrace | undefined,
  ): Promise<void> {
    try {
      await pulled;
    } catch (error) {
      this.#failed(error, page, parse);
    }
    parse?.end();
  }

  #failed(error: unknown, page: Page, parse: ParseTrace | undefined): void {
    const { context, onFault } = this.#parts;
    if (context.aborted) return;
    parse?.failed(error);
    onFault("parse_failed", error);
    tell("parseFailed", page.url, { error });
  }

  #pullAll(page: Page, pulling: Pulling, traced: ParseTrace | undefined): void | Promise<void> {
    const parse = this.#parts.handlers.of(page.request.to);
    const outputs = traced?.active
      ? activeOutputs(traced.active, parse, page)
      : outputsOf(parse, page);
    const hand = (output: Output<Item>): Busy => {
      const pause = this.#breaks.step();
      if (!pause) return this.#hand(output, page, pulling, traced);
      return pause.then(() => this.#hand(output, page, pulling, traced));
    };
    if (!(outputs instanceof Promise)) return eachOutput(outputs, hand);
    return outputs.then((given) => eachOutput(given, hand));
  }

  /** Brings an output where it goes; `"enough"` once nobody wants more. */
  #hand(output: Output<Item>, page: Page, pulling: Pulling, traced?: ParseTrace): Busy {
    if (this.#parts.context.aborted) return "enough";
    const isLink = output instanceof CrawlRequest;
    if (!isLink) requireOne(output);
    traced?.count(isLink ? "link" : "item");
    return isLink ? this.#link(output, page, pulling.party) : this.#item(output, pulling);
  }

  #item(item: Item, { draft, trace }: Pulling): Promise<void> {
    this.#parts.counters.items++;
    return draft ? this.#keep(item, draft, trace) : this.#parts.items.push(item, trace);
  }

  async #keep(item: Item, draft: Draft, trace: PageTrace | undefined): Promise<void> {
    const { deliveries, items } = this.#parts;
    await deliveries.room();
    await draft.add(item);
    await items.push(item, trace);
  }

  /** But for the name of a handler, where it fails, it is the frontier that failed, not the parse. */
  #link(request: CrawlRequest, page: Page, party: Party): Busy {
    const { gate, handlers, onFailure, startUrls } = this.#parts;
    handlers.of(request.to);
    // One that is fetched again and again would else never come to an end.
    const isStart = startUrls.has(request.url) && !request.dontFilter;
    const link = isStart
      ? request.linkedFrom({ depth: -1 })
      : inChain(request.linkedFrom(page), page.request);
    try {
      const where = gate.enter(link, "link");
      if (where === "in" || where === "out") return undefined;
      if (where === "full" && party.size < LINED) return gate.line(link, party);
      return this.#linkLater(where, link, page, party).catch(onFailure);
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }

  /** Waits where the frontier cannot tell at once, or where too many links of the page are in line. */
  async #linkLater(
    where: Awaitable<"in" | "out" | "full">,
    link: CrawlRequest,
    page: Page,
    party: Party,
  ): Promise<void> {
    const { gate } = this.#parts;
    const asked = gate.departures;
    if ((await where) !== "full") return;
    if (party.size < LINED) {
      gate.line(link, party, asked);
      return;
    }
    page.forget();
    party.rest();
    await gate.enterLater(link, "link", { place: party.place, aside: this.#aside });
  }
}
