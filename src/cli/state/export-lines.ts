import { columnsOf, csvRecord } from "../../engine/items/csv/csv-cell.ts";
import { lineOf } from "../../engine/items/json-lines.ts";
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
    for (const [name] of columnsOf(item)) columns.add(name);
    last = id;
  }
  const names = [...columns];
  if (names.length > 0)
    yield csvRecord(Object.fromEntries(names.map((name) => [name, name])), names);
  for (const { id, item } of readItems(file)) {
    if (id > last) return; // which came meanwhile, maybe with other columns
    yield csvRecord(recordOf(item), names);
  }
}

/** An item that is no object is in a column of its own. */
function recordOf(item: Json): object {
  return Object.fromEntries(columnsOf(item));
}
