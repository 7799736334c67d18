import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { jsonLines } from "../../src/engine/items/json-lines.ts";
import type { ResumableSink } from "../../src/engine/items/sink.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { Signal } from "../../src/engine/signal.ts";
import { readItems, SqliteFrontier } from "../../src/sqlite/index.ts";
import type { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { fakeSite } from "../support/fake-site.ts";
import { withFiles } from "../support/with-files.ts";
import { scratch } from "./support/scratch.ts";

const START = "http://a.test/0";
const PAGES = 40;
const EACH = 600;

describe("the flow of items from a SqliteFrontier to sinks", () => {
  it("holds up parses while 10,000 items wait for a sink, and goes on with it", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const { clock, frontier, options } = crawlOn(file);
    const gate = new Signal();
    const written: number[] = [];
    const done = withFiles(
      clock,
      crawl({ ...options, sinks: [gated(gate.wait(), written)] }).done(),
    );
    const waiting = await standstill(() => [...readItems(file)].length);
    expect(waiting).toBeGreaterThan(10_000);
    expect(waiting).toBeLessThanOrEqual(10_000 + EACH);
    gate.wake();
    const { items, stopReason } = await done;
    expect([items, stopReason]).toEqual([PAGES * EACH, "finished"]);
    expect(written).toEqual(Array.from({ length: PAGES * EACH }, (_, n) => n));
    await frontier[Symbol.asyncDispose]();
  });

  it("reaches the file with all that was kept where who iterates leaves", async () => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    const { clock, frontier, options } = crawlOn(file);
    const run = crawl({ ...options, sinks: [jsonLines(out)] });
    const leave = async (): Promise<void> => {
      for await (const { n } of run) if (n >= 3 * EACH) break;
    };
    await withFiles(clock, leave());
    const kept = [...readItems(file)].map(({ item }) => item);
    expect(kept.length).toBeGreaterThanOrEqual(3 * EACH);
    const lines = readFileSync(out, "utf8").split("\n").slice(0, -1);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(kept);
    await frontier[Symbol.asyncDispose]();
  });
});

interface Numbered {
  readonly n: number;
}

/** Writes nothing until the gate opens. */
function gated(gate: Promise<void>, written: number[]): ResumableSink<Numbered> {
  return {
    name: "gated",
    resume: () => {},
    async write({ n }) {
      await gate;
      written.push(n);
    },
    sync: () => written.length,
  };
}

/** A site of pages in a row, each of which puts out as many items. */
function crawlOn(file: string): {
  readonly clock: VirtualClock;
  readonly frontier: SqliteFrontier;
  readonly options: CrawlOptions<Numbered>;
} {
  const { clock, stack: service } = fakeSite(() => ({ status: 200 }));
  const frontier = new SqliteFrontier({ file, keepItems: true, clock });
  const options: CrawlOptions<Numbered> = {
    service,
    frontier,
    start: START,
    trapGuard: false,
    giveUpMs: Infinity,
    *parse({ url }) {
      const page = Number(url.slice(START.length - 1));
      for (let n = 0; n < EACH; n++) yield { n: page * EACH + n };
      if (page + 1 < PAGES) yield request(`http://a.test/${page + 1}`);
    },
  };
  return { clock, frontier, options };
}

/** What a count has come to when it does not grow any more, and is not 0. */
async function standstill(count: () => number): Promise<number> {
  let before = -1;
  for (let now = 0; now > before || now === 0;) {
    before = now;
    for (let turns = 0; turns < 500; turns++) await new Promise((resolve) => setImmediate(resolve));
    now = count();
  }
  return before;
}
