import type { Database, Read } from "./database.ts";
import { unlessDamaged } from "./decoded.ts";

const NOTE = "SELECT CAST(value AS BLOB) AS value FROM options WHERE name = 'note'";

/** What whoever began a crawl has noted of it as JSON, to go on with it; undefined where there is none. */
export function readNote(database: { readonly file: string; read(sql: string): Read }): unknown {
  const row = database.read(NOTE).one();
  return row && unlessDamaged(database.file, "note", () => JSON.parse(String(row["value"])));
}

/** Notes something of a crawl, in place of what was noted before. */
export function writeNote(database: Database, note: unknown): void {
  const sql = `INSERT INTO options (name, value) VALUES ('note', ?1)
    ON CONFLICT DO UPDATE SET value = ?1`;
  database.write(sql)(JSON.stringify(note));
}
