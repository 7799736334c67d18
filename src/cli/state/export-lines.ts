import { columnsOf, guarded, recordOf, textOf } from "../../engine/items/csv/csv-cell.ts";
import { lineOf } from "../../engine/items/json-lines.ts";
import { ItemError } from "../../engine/items/sink.ts";
import type { Json } from "../../engine/page/json.ts";
import { readItems } from "../../sqlite/read-items.ts";
import type { FormatName } from "../out-format.ts";

/** The items of a database in a format, line by line. Only some are in memory at once. */
export function exportLines(file: string, format: FormatName): Iterable<string> {
  return format === "csv" ? csvLines(file) : jsonLines(file);
}

function* jsonLines(file: string): Generator<string, void> {
  for (const { item } of readItems(file)) yield lineOf(item);
}

/** Reads all twice, since the header names the columns of all items. */
function* csvLines(file: string): Generator<string, void> {
  const columns = new Set<string>();
  let last = 0;
  for (const { id, item } of readItems(file)) {
    for (const [name] of columnsIn(item)) columns.add(name);
    last = id;
  }
  const names = [...columns];
  if (names.length > 0) yield recordOf(names.map(guarded));
  for (const { id, item } of readItems(file)) {
    if (id > last) return; // which came meanwhile, maybe with other columns
    const cells = new Map(columnsIn(item));
    if (cells.size > 0) yield recordOf(names.map((name) => textOf(cells.get(name), guarded)));
  }
}

/** None of an item that CSV cannot hold, such as null, which a sink for CSV leaves out as `bad_item`. */
function columnsIn(item: Json): ReturnType<typeof columnsOf> {
  try {
    return columnsOf(item);
  } catch (error) {
    if (error instanceof ItemError) return [];
    throw error;
  }
}
