import type { Database, Read } from "./database.ts";

/** What whoever began a crawl has noted of it as JSON, to go on with it; undefined where there is none. */
export function readNote(database: { read(sql: string): Read }): unknown {
  const row = database.read("SELECT value FROM options WHERE name = 'note'").one();
  return typeof row?.["value"] === "string" ? JSON.parse(row["value"]) : undefined;
}

/** Notes something of a crawl, in place of what was noted before. */
export function writeNote(database: Database, note: unknown): void {
  const sql = `INSERT INTO options (name, value) VALUES ('note', ?1)
    ON CONFLICT DO UPDATE SET value = ?1`;
  database.write(sql)(JSON.stringify(note));
}
