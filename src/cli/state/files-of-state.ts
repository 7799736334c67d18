import { basename } from "node:path";

import { databaseFile, filesBeside } from "../../sqlite/database-file.ts";
import { asUsage } from "./usage-of-database.ts";

/** The files that belong to a database and lie beside it, by names for whoever gives one for something else. */
export function filesOfState(state: string): Readonly<Record<string, string>> {
  const file = asUsage(() => databaseFile(state));
  return Object.fromEntries(
    filesBeside(file).map((path) => [`${basename(path)}, which belongs to the database,`, path]),
  );
}
