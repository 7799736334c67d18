import { readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { csv } from "../../src/engine/items/csv/csv.ts";
import { jsonLines } from "../../src/engine/items/json-lines.ts";
import type { Sink } from "../../src/engine/items/sink.ts";
import { readItems } from "../../src/sqlite/index.ts";
import { fakeSite } from "../support/fake-site.ts";
import {
  killedDelivery,
  type KilledDeliveryOptions,
  type Numbered,
} from "./support/killed-delivery.ts";
import { scratch } from "./support/scratch.ts";

const START = "http://a.test/0";

/** How many items each page of a site puts out; page n links to the pages 2n + 1 and 2n + 2. */
const pages = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.nat(4) },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 600 }) },
  ),
  { minLength: 1, maxLength: 8 },
);
const kills = fc.array(fc.oneof(fc.nat(40), fc.nat(2500)), { maxLength: 6 });

describe("the items of a crawl whose process is killed at any instant, and started again", () => {
  it("are in a file of JSON Lines exactly once, in the order in which they were kept", () =>
    fc.assert(
      fc.asyncProperty(pages, kills, fc.boolean(), async (counts, kills, keepItems) => {
        using disk = scratch();
        const { path } = disk;
        const last = await killedDelivery({
          ...siteOf(counts),
          keepItems,
          sinkOf: (file) => jsonLines(file),
          path,
          kills,
        });
        const lines = readFileSync(path(`${last}.out`), "utf8")
          .split("\n")
          .slice(0, -1);
        const items = lines.map((line) => numberedIn(line));
        expect(items.map(textOf).toSorted()).toEqual(expected(counts));
        const kept = keptIn(path(`${last}.db`));
        expect(kept).toEqual(keepItems ? items : []);
        requireTogether(items);
      }),
      { numRuns: 25 },
    ));

  it("are in a file of CSV exactly once, byte by byte what an undisturbed crawl writes", () =>
    fc.assert(
      fc.asyncProperty(pages, kills, async (counts, kills) => {
        using disk = scratch();
        const { path } = disk;
        const site = { ...siteOf(counts), sinkOf: withLateColumns };
        const last = await killedDelivery({ ...site, keepItems: true, path, kills });
        const csvText = readFileSync(path(`${last}.out`), "utf8");
        const kept = keptIn(path(`${last}.db`));
        expect(kept.map(textOf).toSorted()).toEqual(expected(counts));
        const undisturbed = withLateColumns(path("undisturbed"));
        await undisturbed.open?.();
        for (const item of kept) await undisturbed.write(item);
        await undisturbed.close?.();
        expect(csvText).toBe(readFileSync(path("undisturbed"), "utf8"));
      }),
      { numRuns: 25 },
    ));
});

function numberedIn(line: string): Numbered {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the crawl put out no others
  return JSON.parse(line) as Numbered;
}

function keptIn(file: string): readonly Numbered[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the crawl put out no others
  return [...readItems(file)].map(({ item }) => item as unknown as Numbered);
}

/** CSV in which each page has a column of its own. */
function withLateColumns(file: string): Sink<Numbered> {
  const sink = csv<Readonly<Record<string, unknown>>>(file);
  return {
    ...sink,
    write: ({ n, url }) => sink.write({ url, [`of ${pageOf(url)}`]: n }),
  };
}

function siteOf(
  counts: readonly number[],
): Pick<KilledDeliveryOptions, "site" | "start" | "outputs"> {
  const site = fakeSite(() => ({ status: 200 }), { latencyMs: (url) => (pageOf(url) * 7) % 5 });
  return {
    site,
    start: START,
    outputs(url) {
      const page = pageOf(url);
      const items = Array.from({ length: counts[page] ?? 0 }, (_, n) => ({ url, n }));
      const links = [2 * page + 1, 2 * page + 2].filter((next) => next < counts.length);
      return [
        ...items.slice(0, 1),
        ...links.map((next) => `http://a.test/${next}`),
        ...items.slice(1),
      ];
    },
  };
}

function pageOf(url: string): number {
  return Number(url.slice(START.length - 1));
}

/** All items there should be, sorted. */
function expected(counts: readonly number[]): readonly string[] {
  return counts
    .flatMap((count, page) => Array.from({ length: count }, (_, n) => `http://a.test/${page} ${n}`))
    .toSorted();
}

function textOf({ url, n }: Numbered): string {
  return `${url} ${n}`;
}

/** The items of each page stand together, as they were put out. */
function requireTogether(items: readonly Numbered[]): void {
  const before = items.flatMap(({ n }, at) => (n > 0 ? [items[at - 1]] : []));
  const wanted = items.flatMap(({ n, url }) => (n > 0 ? [{ url, n: n - 1 }] : []));
  expect(before).toEqual(wanted);
}
