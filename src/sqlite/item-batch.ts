import type { Read } from "./database.ts";
import type { Row } from "./driver.ts";

/** Bytes of items that are in memory at once, unless a single one has more. */
const BYTES = 1_000_000;

const SIZES = "SELECT id, octet_length(item) AS size FROM items WHERE id > ? ORDER BY id LIMIT ?";

/** Some items in a row. */
export interface ItemBatch {
  readonly rows: readonly Row[];
  /** The last of them; undefined where there is none. */
  readonly last: number | undefined;
}

/**
 * Reads what comes after an item: at most so many, and about a megabyte.
 *
 * `sql` is told the item before the first, and the last.
 */
export function itemBatches(
  database: { read(sql: string): Read },
  sql: string,
): (after: number, most: number) => ItemBatch {
  const sizes = database.read(SIZES);
  const rows = database.read(sql);
  return (after, most) => {
    const last = lastWithin(sizes.all(after, most));
    return { last, rows: last === undefined ? [] : rows.all(after, last) };
  };
}

/** The last item of those that are not too large together; the first at least. */
function lastWithin(sizes: readonly Row[]): number | undefined {
  let bytes = 0;
  let last: number | undefined;
  for (const { id, size } of sizes) {
    bytes += Number(size);
    if (last !== undefined && bytes > BYTES) return last;
    last = Number(id);
  }
  return last;
}
