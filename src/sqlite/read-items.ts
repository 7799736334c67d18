import type { Json } from "../engine/page/json.ts";
import { unlessDamaged } from "./decoded.ts";
import type { Row } from "./driver.ts";
import { itemBatches } from "./item-batch.ts";
import { ReadOnlyDatabase } from "./read-only-database.ts";

/** An item in the database of a crawl. */
export interface StoredItem {
  /** Grows from item to item, in the order in which their pages were settled. */
  readonly id: number;
  /** Of the request of the page that put it out. */
  readonly url: string;
  readonly item: Json;
}

/** How many rows are read at once, at most. */
const SOME = 100;

const ITEMS = `SELECT id, CAST(url AS BLOB) AS url, CAST(item AS BLOB) AS item
  FROM items JOIN requests USING (place) WHERE id > ? AND id <= ? ORDER BY id`;

/**
 * The items in the database of a crawl, in the order in which their pages were settled.
 *
 * All that there were, where its `SqliteFrontier` has `keepItems`; else those that some sink has not had
 * yet. Some hundred or about a megabyte are in memory at once. It can be read while a crawl writes to it, and nothing in it
 * changes. Throws a {@link DatabaseError} where the file is no database of a crawl, and where an item is
 * damaged.
 *
 * @example
 * ```ts
 * for (const { url, item } of readItems("crawl.db")) console.log(url, item);
 * ```
 */
export function* readItems(file: string): Generator<StoredItem, void> {
  using database = new ReadOnlyDatabase(file);
  if (database.isEmpty) return;
  const after = itemBatches(database, ITEMS);
  for (
    let { last, rows } = after(0, SOME);
    last !== undefined;
    { last, rows } = after(last, SOME)
  ) {
    for (const row of rows) yield storedItemOf(database.file, row);
  }
}

function storedItemOf(file: string, row: Row): StoredItem {
  const id = Number(row["id"]);
  const parse = (): unknown => JSON.parse(String(row["item"]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored is JSON
  const item = unlessDamaged(file, `item of row ${id}`, parse) as Json;
  return { id, url: String(row["url"]), item };
}
