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

describe("a damaged database that a crawl goes on with", () => {
  it.each([
    ["a URL", "UPDATE requests SET url = CAST(x'ff' AS TEXT)", /(?:url|request) of row 0/],
    ["a host", "UPDATE requests SET host = CAST(x'ff' AS TEXT)", /host/],
    [
      "the rest of a request",
      "UPDATE requests SET more = CAST(x'ff' AS TEXT)",
      /(?:more|request) of row 0/,
    ],
    ["the rest of one that is no JSON", "UPDATE requests SET more = '{'", /request of row 0/],
    ["a hold", "INSERT INTO holds VALUES (CAST(x'ff' AS TEXT), 9e15)", /host/],
    ["an option", "UPDATE options SET value = CAST(x'ff' AS TEXT)", /value/],
  ])("is told as such, and ends no process, where it is %s", async (_, damage, message) => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const frontier = new SqliteFrontier({ file });
    frontier.add([request(URL)]);
    await frontier[Symbol.asyncDispose]();
    sql(file, damage);
    const read = async (): Promise<void> => {
      await using frontier = new SqliteFrontier({ file });
      frontier.take(1, systemClock.now());
    };
    await expect(read()).rejects.toThrow("the file is damaged: ");
    await expect(read()).rejects.toThrow(message);
  });

  it("tells of the fate of a request, of what was left out, and of how far a sink has come", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const frontier = new SqliteFrontier({ file });
    frontier.add([request(URL)]);
    frontier.leaveOut(`${URL}?out`, { fate: "scope" });
    await frontier.outbox.deliver("sink", { id: 0, position: 1 });
    await frontier[Symbol.asyncDispose]();
    sql(
      file,
      `UPDATE requests SET fate = CAST(x'ff' AS TEXT); UPDATE left_out SET fate = CAST(x'ff' AS TEXT);
        UPDATE deliveries SET position = '{'`,
    );
    for (const [message, ask] of [
      ["fate", (frontier: SqliteFrontier) => frontier.fateOf(URL)],
      ["fate", (frontier: SqliteFrontier) => frontier.fateOf(`${URL}?out`)],
      ["position of sink", (frontier: SqliteFrontier) => frontier.outbox.delivery("sink")],
    ] as const) {
      await using frontier = new SqliteFrontier({ file });
      expect(() => ask(frontier)).toThrow(`${file}: the file is damaged: ${message}`);
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
