import type { Json } from "../engine/page/json.ts";
import type { Row } from "./driver.ts";
import { ReadOnlyDatabase } from "./read-only-database.ts";

/** An item in the database of a crawl. */
export interface StoredItem {
  /** Grows from item to item, in the order in which their pages were settled. */
  readonly id: number;
  /** Of the request of the page that put it out. */
  readonly url: string;
  readonly item: Json;
}

/** How many rows are read at once. */
const SOME = 100;

/**
 * The items in the database of a crawl, in the order in which their pages were settled.
 *
 * All that there were, where its `SqliteFrontier` has `keepItems`; else those that some sink has not had
 * yet. Only some are in memory at once. It can be read while a crawl writes to it, and nothing in it
 * changes. Throws a {@link DatabaseError} where the file is no database of a crawl.
 *
 * @example
 * ```ts
 * for (const { url, item } of readItems("crawl.db")) console.log(url, item);
 * ```
 */
export function* readItems(file: string): Generator<StoredItem, void> {
  using database = new ReadOnlyDatabase(file);
  if (database.isEmpty) return;
  const read = database.read(
    "SELECT id, url, item FROM items JOIN requests USING (place) WHERE id > ? ORDER BY id LIMIT ?",
  );
  let last = 0;
  for (let rows = read.all(last, SOME); rows.length > 0; rows = read.all(last, SOME)) {
    for (const row of rows) {
      const stored = storedItemOf(row);
      last = stored.id;
      yield stored;
    }
  }
}

function storedItemOf(row: Row): StoredItem {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored is JSON
  const item = JSON.parse(String(row["item"])) as Json;
  return { id: Number(row["id"]), url: String(row["url"]), item };
}
