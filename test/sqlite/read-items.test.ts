import { describe, expect, it } from "vitest";

import { request } from "../../src/engine/page/crawl-request.ts";
import { systemClock } from "../../src/service/clock.ts";
import { requireDriver } from "../../src/sqlite/driver.ts";
import {
  DatabaseError,
  readItems,
  readStatus,
  readStory,
  SqliteFrontier,
} from "../../src/sqlite/index.ts";
import { itemBatches } from "../../src/sqlite/item-batch.ts";
import { ReadOnlyDatabase } from "../../src/sqlite/read-only-database.ts";
import { scratch } from "./support/scratch.ts";

const URL = "http://a.test/";

describe("readItems", () => {
  it.each([
    ["no JSON", "UPDATE items SET item = '{' WHERE id = 2", "item of row 2 cannot be read"],
    [
      "no text",
      "UPDATE items SET item = CAST(x'22ff22' AS TEXT) WHERE id = 2",
      "item of row 2 cannot be read",
    ],
  ])("tells of an item that is %s, and in which row", async (_, damage, message) => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await fill(file, ["1", "2", "3"]);
    sql(file, damage);
    expect(() => [...readItems(file)]).toThrow(DatabaseError);
    expect(() => [...readItems(file)]).toThrow(`${file}: the file is damaged: ${message}`);
  });

  it("has the items of all batches in order, small and large ones", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const texts = Array.from({ length: 260 }, (_, n) => "x".repeat(n % 50 === 0 ? 700_000 : n));
    await fill(
      file,
      texts.map((text) => JSON.stringify(text)),
    );
    expect([...readItems(file)].map(({ item }) => item)).toEqual(texts);
  });
});

describe("itemBatches", () => {
  it("gives items of about a megabyte at once, one at least, and at most so many", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const sizes = [3_000_000, 400_000, 500_000, 400_000, 1, 1, 1];
    await fill(
      file,
      sizes.map((size) => JSON.stringify("x".repeat(size))),
    );
    using database = new ReadOnlyDatabase(file);
    const after = itemBatches(database, "SELECT id FROM items WHERE id > ? AND id <= ?");
    const lasts = [0, 1, 3, 4, 6, 7].map((id) => after(id, 3).last);
    expect(lasts).toEqual([1, 3, 6, 7, 7, undefined]);
    expect(after(1, 3).rows.map(({ id }) => id)).toEqual([2, 3]);
  });
});

describe("a text of a database that is none", () => {
  it("is told as damaged by readStory and readStatus, and does not end the process", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await fill(file, []);
    sql(file, "UPDATE requests SET fate = 'failed', why = CAST(x'ff' AS TEXT)");
    for (const read of [() => readStory(file, URL), () => readStatus(file)]) {
      expect(read).toThrow(`${file}: the file is damaged: why`);
    }
  });
});

/** Settles a page with these items. */
async function fill(file: string, items: readonly string[]): Promise<void> {
  await using frontier = new SqliteFrontier({ file, keepItems: true });
  frontier.add([request(URL)]);
  for (const lease of frontier.take(1, systemClock.now())) {
    frontier.fetched(lease);
    frontier.settle(lease, { done: true, items });
  }
}

function sql(file: string, text: string): void {
  const connection = requireDriver(file).open(file);
  connection.exec(text);
  connection.close();
}
