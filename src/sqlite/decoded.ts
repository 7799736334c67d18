import { DatabaseError } from "./database-error.ts";
import type { Row, SqlValue } from "./driver.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A row whose texts were read as bytes, as `libsql` ends the process at a text that is no UTF-8.
 *
 * Throws that the file is damaged where one is not, and which.
 */
export function decoded(file: string, row: Row): Row {
  const values = Object.entries(row).map(([column, value]): [string, SqlValue | undefined] => [
    column,
    value instanceof Uint8Array
      ? unlessDamaged(file, `${column}${placeOf(row)}`, () => utf8.decode(value))
      : value,
  ]);
  return Object.fromEntries(values);
}

/** What reads something stored. Where it cannot, the file is damaged there. */
export function unlessDamaged<T>(file: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const message = `the file is damaged: ${what} cannot be read (${String(cause)})`;
    throw new DatabaseError("damaged", file, message, { cause });
  }
}

function placeOf({ id, place }: Row): string {
  if (typeof id === "number") return ` of row ${id}`;
  return typeof place === "number" ? ` of row ${place}` : "";
}
