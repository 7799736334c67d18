import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { DatabaseError, SqliteFrontier } from "../../../src/sqlite/index.ts";
import { becomeNobody } from "../../support/nobody.ts";

/** Tells what comes of databases that must not be written, as a user whom permissions bind. */
const folder = becomeNobody();
const file = join(folder, "crawl.db");
const told = [];

chmodSync(folder, 0o555);
told.push(codeOf(), readdirSync(folder).length);
chmodSync(folder, 0o755);
await new SqliteFrontier({ file })[Symbol.asyncDispose]();
chmodSync(folder, 0o555);
told.push(codeOf());
chmodSync(folder, 0o755);
chmodSync(file, 0o444);
told.push(codeOf());
process.stdout.write(JSON.stringify(told));

function codeOf(): string {
  try {
    return `opened ${new SqliteFrontier({ file }).stats().seen}`;
  } catch (error) {
    return error instanceof DatabaseError ? error.code : String(error);
  }
}
