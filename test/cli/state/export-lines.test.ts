import { describe, expect, it } from "vitest";

import { exportLines } from "../../../src/cli/state/export-lines.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import { systemClock } from "../../../src/service/clock.ts";
import { SqliteFrontier } from "../../../src/sqlite/index.ts";
import { scratch } from "../../sqlite/support/scratch.ts";

describe("exportLines", () => {
  it("gives each item once, in the order in which pages were settled, also while a crawl has the file", async () => {
    using disk = scratch();
    await using crawl = crawlOf(disk.path("crawl.db"), [['{"n":1}'], ['{"n":2}', "3"]]);
    expect([...exportLines(crawl.file, "jsonl")]).toEqual(['{"n":1}\n', '{"n":2}\n', "3\n"]);
  });

  it("gives CSV with the columns of all items, the late ones too", async () => {
    using disk = scratch();
    await using crawl = crawlOf(disk.path("crawl.db"), [
      ['{"a":1}'],
      ['{"b":"x,y","a":null}'],
      ["7"],
    ]);
    expect([...exportLines(crawl.file, "csv")]).toEqual([
      "a,b,value\r\n",
      "1,,\r\n",
      ',"x,y",\r\n',
      ",,7\r\n",
    ]);
  });

  it("leaves out of CSV what has no columns, as the sink does", async () => {
    using disk = scratch();
    await using crawl = crawlOf(disk.path("crawl.db"), [["null"], ["{}", '{"a":1}', "[]"]]);
    expect([...exportLines(crawl.file, "csv")]).toEqual(["a,value\r\n", "1,\r\n", ",[]\r\n"]);
  });

  it("gives no header where there are no items", async () => {
    using disk = scratch();
    await using crawl = crawlOf(disk.path("crawl.db"), []);
    expect([...exportLines(crawl.file, "csv")]).toEqual([]);
  });

  it("leaves to another time what came while it was read", async () => {
    using disk = scratch();
    const pages = Array.from({ length: 300 }, (_, n) => [`{"n":${n}}`]);
    await using crawl = crawlOf(disk.path("crawl.db"), pages);
    let count = 0;
    for (const line of exportLines(crawl.file, "csv")) {
      if (count++ === 0) crawl.put(['{"late":1}']);
      expect(line).not.toContain("late");
    }
    expect(count).toBe(301);
  });
});

interface KeptCrawl extends AsyncDisposable {
  readonly file: string;
  /** Settles one more page with these items. */
  put(items: readonly string[]): void;
}

function crawlOf(file: string, pages: readonly (readonly string[])[]): KeptCrawl {
  const frontier = new SqliteFrontier({ file, keepItems: true });
  let count = 0;
  const put = (items: readonly string[]): void => {
    frontier.add([request(`http://a.test/${count++}`)]);
    for (const lease of frontier.take(1, systemClock.now())) {
      frontier.fetched(lease);
      frontier.settle(lease, { done: true, items });
    }
    frontier.flush();
  };
  for (const items of pages) put(items);
  return { file, put, [Symbol.asyncDispose]: () => frontier[Symbol.asyncDispose]() };
}
