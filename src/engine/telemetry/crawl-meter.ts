import type { BatchObservableResult, Meter, Observable } from "@opentelemetry/api";

import { type CrawlFigure, crawlFigures, type CrawlState } from "./crawl-figures.ts";

/** A crawl, as a meter sees it. */
export interface MeteredCrawl {
  state(): CrawlState;
}

/** Numbers by the value of the attribute that tells them apart. */
type Tally = Map<string, number>;

const meters = new WeakMap<Meter, CrawlMeter>();

/**
 * Tells a meter the figures of all crawls together, when it asks.
 *
 * What crawls counted that have ended goes on to count. It holds no crawl: one that nobody runs any
 * more is garbage, of which goes on to count what it had counted when the meter last asked.
 */
export class CrawlMeter {
  readonly #instruments = new Map<CrawlFigure, Observable>();
  readonly #ended = new Map<CrawlFigure, Tally>();
  /** Each with its state when the meter last asked. */
  readonly #live = new Map<WeakRef<MeteredCrawl>, CrawlState | undefined>();

  private constructor(meter: Meter) {
    for (const figure of crawlFigures) {
      const { description, isLevel, name, unit } = figure;
      const instrument = isLevel
        ? meter.createObservableUpDownCounter(name, { description, unit })
        : meter.createObservableCounter(name, { description, unit });
      this.#instruments.set(figure, instrument);
    }
    meter.addBatchObservableCallback(
      (result) => this.#observe(result),
      [...this.#instruments.values()],
    );
  }

  /** The one of a meter. */
  static of(meter: Meter): CrawlMeter {
    const known = meters.get(meter) ?? new CrawlMeter(meter);
    meters.set(meter, known);
    return known;
  }

  /** Tells of a crawl from now on. When what is given back is disposed, the crawl has ended. */
  begin(crawl: MeteredCrawl): Disposable {
    const ref = new WeakRef(crawl);
    this.#live.set(ref, undefined);
    return {
      [Symbol.dispose]: () => {
        if (this.#live.delete(ref)) this.#end(crawl.state());
      },
    };
  }

  #end(state: CrawlState): void {
    for (const figure of crawlFigures.filter(({ isLevel }) => !isLevel)) {
      const tally = this.#ended.get(figure) ?? new Map<string, number>();
      add(tally, figure.of(state));
      this.#ended.set(figure, tally);
    }
  }

  #observe(result: BatchObservableResult): void {
    for (const [ref, last] of this.#live) this.#see(ref, last);
    for (const [figure, instrument] of this.#instruments) {
      const tally = new Map(this.#ended.get(figure));
      for (const state of this.#live.values()) add(tally, state && figure.of(state));
      if (figure.isLevel && tally.size === 0) tally.set("", 0);
      for (const [key, value] of tally) {
        const { attribute } = figure;
        result.observe(instrument, value, attribute === undefined ? {} : { [attribute]: key });
      }
    }
  }

  #see(ref: WeakRef<MeteredCrawl>, last: CrawlState | undefined): void {
    const state = ref.deref()?.state();
    if (state) {
      this.#live.set(ref, state);
      return;
    }
    this.#live.delete(ref);
    if (last) this.#end(last);
  }
}

function add(tally: Tally, figures: ReturnType<CrawlFigure["of"]>): void {
  const named = typeof figures === "number" ? { "": figures } : (figures ?? {});
  for (const [key, value] of Object.entries(named)) tally.set(key, (tally.get(key) ?? 0) + value);
}
