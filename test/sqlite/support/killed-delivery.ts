import { copyFileSync, existsSync } from "node:fs";

import { crawl } from "../../../src/engine/crawl.ts";
import type { Sink } from "../../../src/engine/items/sink.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import type { Json } from "../../../src/engine/page/json.ts";
import { SqliteFrontier } from "../../../src/sqlite/index.ts";
import type { FakeSite } from "../../support/fake-site.ts";
import { withFiles } from "../../support/with-files.ts";
import { killedCopy } from "./killed-copy.ts";

/** An item of the crawls below. */
export interface Numbered {
  readonly url: string;
  readonly n: number;
}

/** What is crawled, and where its items go. */
export interface KilledDeliveryOptions {
  readonly site: FakeSite;
  readonly start: string;
  /** What a page puts out: items, and the URLs it links to. */
  readonly outputs: (url: string) => readonly (Numbered | string)[];
  readonly keepItems?: boolean;
  /** Makes the sink of one process, known by the same name in all. */
  readonly sinkOf: (file: string) => Sink<Numbered>;
  readonly path: (name: string) => string;
  /** After how many steps each process is killed; the one after them is not. */
  readonly kills: readonly number[];
}

/**
 * Crawls by one process after another, each killed in the midst of its work: it leaves its database and
 * its output as they are at that instant. Gives the number of the last, by which both are named.
 */
export async function killedDelivery(options: KilledDeliveryOptions): Promise<number> {
  const { kills } = options;
  let life = 0;
  for (const steps of [...kills, Infinity]) {
    if (!(await isKilled(options, life, steps))) break;
    life++;
  }
  return life;
}

/** One process. A step is an output pulled, or anything that the sink does. */
async function isKilled(
  { keepItems, outputs, path, sinkOf, site, start }: KilledDeliveryOptions,
  life: number,
  steps: number,
): Promise<boolean> {
  const [file, out] = [path(`${life}.db`), path(`${life}.out`)];
  const controller = new AbortController();
  let stepsLeft = steps;
  const step = (): void => {
    if (stepsLeft-- !== 0) return;
    killedCopy(file, path(`${life + 1}.db`));
    if (existsSync(out)) copyFileSync(out, path(`${life + 1}.out`));
    controller.abort();
  };
  await using frontier = new SqliteFrontier({ file, keepItems, clock: site.clock });
  const run = crawl<Numbered>({
    service: site.stack,
    frontier,
    start,
    concurrency: 3,
    trapGuard: false,
    sinks: [stepping(sinkOf(out), step)],
    signal: controller.signal,
    giveUpMs: Infinity,
    *parse(page) {
      for (const output of outputs(page.url)) {
        step();
        yield typeof output === "string" ? request(output) : output;
      }
      step();
    },
  });
  await withFiles(site.clock, run.done()).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return controller.signal.aborted;
}

/** The same sink, under a name that does not change, with a step before and after all that it does. */
function stepping(sink: Sink<Numbered>, step: () => void): Sink<Numbered> {
  const around = async <T>(work: () => T | Promise<T>): Promise<T> => {
    step();
    const done = await work();
    step();
    return done;
  };
  return {
    name: "out",
    write: (item) => around(() => sink.write(item)),
    resume: (position) => around(() => sink.resume?.(withoutId(position))),
    sync: () => around(async () => (await sink.sync?.()) ?? null),
    close: () => sink.close?.(),
  };
}

/** The output of the next process is a copy here, where it would be the same file. */
function withoutId(position: Json | undefined): Json | undefined {
  if (typeof position !== "object" || position === null || !("id" in position)) return position;
  const { id: _, ...rest } = position;
  return rest;
}
