import { isAnyArrayBuffer } from "node:util/types";

import { DatabaseError } from "./database-error.ts";
import type { Row, SqlValue } from "./driver.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A row whose texts were read as bytes, as `libsql` ends the process at a text that is no UTF-8.
 *
 * Throws that the file is damaged where one is not, and which.
 */
export function decoded(file: string, row: Row): Row {
  let texts: Record<string, SqlValue | undefined> | undefined;
  for (const column of Object.keys(row)) {
    const value = row[column];
    if (!isBytes(value)) continue;
    texts ??= { ...row };
    texts[column] = textOf(file, column, value, row);
  }
  return texts ?? row;
}

function textOf(file: string, column: string, bytes: Uint8Array | ArrayBuffer, row: Row): string {
  return unlessDamaged(file, `${column}${placeOf(row)}`, () => utf8.decode(bytes));
}

/** `libsql` has them as a Buffer in one row, and as an ArrayBuffer in many. */
function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Uint8Array || isAnyArrayBuffer(value);
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
