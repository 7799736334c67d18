import type { Clock } from "../../service/clock.ts";
import { show } from "../../service/options.ts";
import { tell } from "../crawl-events.ts";
import type { StopReason } from "../crawl-stats.ts";
import { CpuShare } from "./cpu-share.ts";
import type { LimitsPlan, ResourceLimit, ResourceName } from "./crawl-limits.ts";
import type { ResourceReader } from "./resource-reader.ts";
import type { Workers } from "./workers.ts";

/** What a {@link Monitor} is made of. */
export interface MonitorParts {
  readonly limits: LimitsPlan;
  readonly clock: Clock;
  readonly workers: Workers;
  readonly crawl: {
    readonly pages: () => number;
    readonly inHand: () => number;
    /** There may be more workers, or fewer. */
    readonly onChange: () => void;
    /** A hard limit was reached. */
    readonly onSpent: (reason: StopReason) => void;
    readonly onFailure: (error: unknown) => void;
  };
}

/** A figure and its limits. */
interface Reading {
  readonly name: ResourceName;
  /** What the soft limit is held against. */
  readonly figure: number;
  /** What the hard limit is held against. */
  readonly lasting: number;
  readonly limit: ResourceLimit;
}

/**
 * Looks now and then how much of the machine is in use: at a soft limit it takes away half of the workers,
 * and gives back twice as many at each look that finds none reached; at a hard limit it ends the crawl.
 */
export class Monitor implements Disposable {
  readonly #parts: MonitorParts;
  readonly #cpu = new CpuShare();
  #timer: Disposable | undefined;
  #isOver = false;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** Looks for the first time, and goes on. Rejects with what kept it from looking. */
  async begin(): Promise<void> {
    await this.#look();
    this.#goOn();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
  }

  #goOn(): void {
    if (this.#isOver) return;
    const { clock, crawl, limits } = this.#parts;
    this.#timer = clock.timer(() => {
      this.#look().then(() => this.#goOn(), crawl.onFailure);
    }, limits.everyMs);
  }

  async #look(): Promise<void> {
    const readings = await this.#readings();
    if (this.#isOver) return;
    const spent = readings.find(({ lasting, limit, name }) => isBeyond(name, lasting, limit.hard));
    if (spent) this.#end(spent);
    else this.#pace(readings.find(({ figure, limit, name }) => isBeyond(name, figure, limit.soft)));
  }

  #end({ lasting: figure, limit, name }: Reading): void {
    this[Symbol.dispose]();
    tell("stopped", "", { resource: name, figure, limit: limit.hard });
    if (name !== "pages") this.#parts.crawl.onSpent(name);
  }

  #pace(short: Reading | undefined): void {
    const { crawl, workers } = this.#parts;
    const wasSlow = workers.count < workers.most;
    if (short) workers.fewer(crawl.inHand());
    else workers.more();
    if (short && !wasSlow) {
      const { figure, limit, name } = short;
      tell("slowed", "", { resource: name, figure, limit: limit.soft });
    }
    if (short || wasSlow) crawl.onChange();
  }

  async #readings(): Promise<readonly Reading[]> {
    const { clock, crawl, limits } = this.#parts;
    const { cpuShare, freeDiskBytes, pages, reader, rssBytes } = limits;
    const readings: Reading[] = [];
    const add = (
      name: ResourceName,
      limit: ResourceLimit,
      figure: number,
      lasting = figure,
    ): void => {
      readings.push({ name, limit, figure, lasting });
    };
    if (rssBytes) add("rssBytes", rssBytes, figureOf("rssBytes", reader.rssBytes()));
    if (cpuShare) {
      const { lasting, latest } = this.#cpu.look(clock.now(), figureOf("cpuMs", reader.cpuMs()));
      add("cpuShare", cpuShare, latest, lasting);
    }
    if (pages) add("pages", pages, crawl.pages());
    for (const folder of freeDiskBytes?.folders ?? []) {
      const free = figureOf("freeDiskBytes", await reader.freeDiskBytes(folder));
      if (freeDiskBytes) add("freeDiskBytes", freeDiskBytes, free);
    }
    return readings;
  }
}

/** The user may have written the reader: what is no number would be beyond no limit, silently. */
function figureOf(method: keyof ResourceReader, figure: unknown): number {
  if (typeof figure === "number" && figure >= 0) return figure;
  throw new TypeError(
    `Expected "limits.reader.${method}" to give a number >= 0: got ${show(figure)}`,
  );
}

function isBeyond(name: ResourceName, figure: number, limit: number | undefined): boolean {
  if (limit === undefined) return false;
  return name === "freeDiskBytes" ? figure <= limit : figure >= limit;
}
