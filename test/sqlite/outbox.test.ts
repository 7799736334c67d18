import { copyFileSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { csv } from "../../src/engine/items/csv/csv.ts";
import { jsonLines } from "../../src/engine/items/json-lines.ts";
import type { Sink } from "../../src/engine/items/sink.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import type { CrawlOptions } from "../../src/engine/plan/crawl-options.ts";
import { readItems, SqliteFrontier } from "../../src/sqlite/index.ts";
import { fakeSite } from "../support/fake-site.ts";
import { withFiles } from "../support/with-files.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { scratch } from "./support/scratch.ts";

const START = "http://a.test/0";

describe("the items of a crawl with a SqliteFrontier", () => {
  it("are in files and in the database, which is as small as need be when all have had them", async () => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    const { stats } = await run(file, { sinks: [jsonLines(out)] });
    expect(stats.items).toBe(10);
    expect(linesOf(out)).toEqual(numbers(0, 10));
    expect([...readItems(file)]).toEqual([]);
  });

  it("go on in the file where a budget has stopped the run before, its last page included", async () => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    await run(file, { sinks: [jsonLines(out)], maxPages: 4 });
    expect(linesOf(out)).toEqual(numbers(0, 4));
    await run(file, { sinks: [jsonLines(out)] });
    expect(linesOf(out)).toEqual(numbers(0, 10));
  });

  it("are delivered by the next run where nothing is left to fetch", async () => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    await run(file, {
      sinks: [jsonLines(out)],
      atEnd: () => {
        killedCopy(file, disk.path("killed.db"));
      },
      // It is killed before it has noted any of them.
      slow: true,
    });
    copyFileSync(out, disk.path("whole.jsonl"));
    const { stats } = await run(disk.path("killed.db"), { sinks: [jsonLines(out)] });
    expect(stats.requests).toBe(0);
    expect(readFileSync(out, "utf8")).toBe(readFileSync(disk.path("whole.jsonl"), "utf8"));
  });

  it("stay in the database where they are to be kept, of which a new sink gets all", async () => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    await run(file, { keepItems: true, maxPages: 4 });
    expect([...readItems(file)][1]).toEqual({ id: 2, url: "http://a.test/1", item: { n: 1 } });
    await run(file, { keepItems: true, sinks: [jsonLines(out), csv(disk.path("out.csv"))] });
    expect(linesOf(out)).toEqual(numbers(0, 10));
    expect(readFileSync(disk.path("out.csv"), "utf8").split("\r\n")).toHaveLength(12);
    expect([...readItems(file)].map(({ item }) => item)).toEqual(numbers(0, 10));
  });

  it("come to a new sink from when it is there, where they are not kept", async () => {
    using disk = scratch();
    const [file, one, other] = [disk.path("crawl.db"), disk.path("1.jsonl"), disk.path("2.jsonl")];
    await run(file, { sinks: [jsonLines(one)], maxPages: 2 });
    await run(file, { sinks: [jsonLines(other)], maxPages: 3 });
    expect(linesOf(other)).toEqual(numbers(2, 5));
    await run(file, { sinks: [jsonLines(one)] });
    expect(linesOf(one)).toEqual(numbers(0, 10));
    expect(linesOf(other)).toEqual(numbers(2, 5));
    await run(file, { sinks: [jsonLines(other)] });
    expect(linesOf(other)).toEqual(numbers(2, 10));
    expect([...readItems(file)]).toEqual([]);
  });

  it("come at once, and as they are, to sinks that cannot go on, and to who iterates", async () => {
    using disk = scratch();
    const seen: unknown[] = [];
    const date = new Date(0);
    await run(disk.path("crawl.db"), {
      sinks: [{ write: (item) => void seen.push(item) }, jsonLines(disk.path("out.jsonl"))],
      parse: () => [{ n: 1, date }],
    });
    expect(seen).toEqual([{ n: 1, date }]);
    expect(linesOf(disk.path("out.jsonl"))).toEqual([{ n: 1, date: date.toISOString() }]);
  });

  it("are counted as errors where JSON cannot hold them, and the others are kept", async () => {
    using disk = scratch();
    const out = disk.path("out.jsonl");
    const { stats } = await run(disk.path("crawl.db"), {
      sinks: [jsonLines(out)],
      parse: () => [{ n: 1 }, { n: 2n }, { n: 3 }],
    });
    expect([stats.items, stats.errors]).toEqual([3, { bad_item: 1 }]);
    expect(linesOf(out)).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it("are kept of a page whose parse fails, as far as it came", async () => {
    using disk = scratch();
    const out = disk.path("out.jsonl");
    const { stats } = await run(disk.path("crawl.db"), {
      sinks: [jsonLines(out)],
      *parse() {
        yield { n: 1 };
        throw new Error("no");
      },
    });
    expect(stats.errors).toEqual({ parse_failed: 1 });
    expect(linesOf(out)).toEqual([{ n: 1 }]);
  });

  it("are not kept of a page that was cut short, and come when it is fetched again", async () => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    const controller = new AbortController();
    const many = Array.from({ length: 700 }, (_, n) => ({ n }));
    const cut = run(file, {
      sinks: [jsonLines(out)],
      signal: controller.signal,
      async *parse() {
        yield* many.slice(0, 600);
        controller.abort(new Error("cut"));
        await new Promise(() => {});
      },
    });
    await expect(cut).rejects.toThrow("cut");
    expect(linesOf(out)).toEqual([]);
    await run(file, { sinks: [jsonLines(out)], parse: () => many });
    expect(linesOf(out)).toEqual(many);
  });

  it.each([
    ["is missing", (out: string) => unlinkSync(out), "of 72 bytes or more: got no such file"],
    ["is shorter", (out: string) => truncateSync(out, 50), "of 72 bytes or more: got 50 bytes"],
    [
      "is another",
      (out: string) => writeFileSync(out, "x".repeat(100)),
      "a line ending at byte 72: got other content there",
    ],
  ])("are kept where their file %s, and the crawl tells how to go on", async (_, spoil, told) => {
    using disk = scratch();
    const [file, out] = [disk.path("crawl.db"), disk.path("out.jsonl")];
    const sinks = [jsonLines<Numbered>(out)];
    await run(file, { sinks, maxPages: 9 });
    copyFileSync(out, disk.path("whole"));
    spoil(out);
    const before = bytesOf(out);
    await expect(run(file, { sinks })).rejects.toThrow(
      `Expected ${out} as the crawl has left it, ${told}. Put it back as it was, or write to another file`,
    );
    expect(bytesOf(out)).toBe(before);
    copyFileSync(disk.path("whole"), out);
    await run(file, { sinks });
    expect(linesOf(out)).toEqual(numbers(0, 10));
  });
});

interface Numbered {
  readonly n: number | bigint;
  readonly date?: Date;
}

interface Hooks {
  readonly keepItems?: boolean;
  /** Whether sinks begin to write only when all pages were fetched. */
  readonly slow?: boolean;
  readonly atEnd?: () => void;
}

/** One process, from its begin to its end: of ten pages in a row, each with its number as its item. */
async function run(
  file: string,
  {
    atEnd,
    keepItems,
    slow = false,
    sinks = [],
    ...options
  }: Partial<CrawlOptions<Numbered>> & Hooks,
): Promise<{ readonly stats: CrawlStats }> {
  const site = fakeSite(() => ({ status: 200 }));
  await using frontier = new SqliteFrontier({ file, keepItems, clock: site.clock });
  const run = crawl<Numbered>({
    service: site.stack,
    frontier,
    start: START,
    trapGuard: false,
    parse({ url }) {
      const n = Number(url.slice(START.length - 1));
      return n < 9 ? [{ n }, request(`http://a.test/${n + 1}`)] : [{ n }];
    },
    sinks: slow ? sinks.map((sink) => afterAll(sink, frontier, atEnd)) : sinks,
    ...options,
  });
  return { stats: await withFiles(site.clock, run.done()) };
}

/** The same sink, which waits until all pages were fetched, and then tells. */
function afterAll(
  sink: Sink<Numbered>,
  frontier: SqliteFrontier,
  atEnd: (() => void) | undefined,
): Sink<Numbered> {
  let tell = atEnd;
  return {
    ...sink,
    async write(item) {
      for (
        let stats = frontier.stats();
        stats.pending + stats.leased > 0;
        stats = frontier.stats()
      ) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await new Promise((resolve) => setImmediate(resolve));
      tell?.();
      tell = undefined;
      await sink.write(item);
    },
  };
}

function numbers(from: number, to: number): readonly Numbered[] {
  return Array.from({ length: to - from }, (_, at) => ({ n: from + at }));
}

function linesOf(file: string): readonly unknown[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line): unknown => JSON.parse(line));
}

function bytesOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
