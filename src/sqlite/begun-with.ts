import { show } from "../service/options.ts";
import { DatabaseError } from "./database-error.ts";
import type { Database } from "./database.ts";

/**
 * Notes the options that a database is begun with, by which what is in it must be read.
 *
 * Throws where it was begun with others.
 */
export function requireBegunWith(
  database: Database,
  options: Readonly<Record<string, string>>,
): void {
  const find = database.read("SELECT CAST(value AS BLOB) AS value FROM options WHERE name = ?");
  const note = database.write("INSERT INTO options (name, value) VALUES (?, ?)");
  for (const [name, value] of Object.entries(options)) {
    const before = find.one(name)?.["value"];
    if (before === undefined) note(name, value);
    else if (before !== value) throw changed(database.file, name, String(before), value);
  }
}

function changed(file: string, name: string, before: string, value: string): DatabaseError {
  const message = `it was begun with "${name}" ${show(before)}: got ${show(value)}`;
  return new DatabaseError("other_options", file, message);
}
