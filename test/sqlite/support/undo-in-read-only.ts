import { chmodSync } from "node:fs";
import { join } from "node:path";

import { requireDriver } from "../../../src/sqlite/driver.ts";
import { DatabaseError, readStatus } from "../../../src/sqlite/index.ts";
import { becomeNobody } from "../../support/nobody.ts";
import { killedCopy } from "./killed-copy.ts";
import { leaveCrawl } from "./left-crawl.ts";

/** Reads a database that was left in the middle of a change, where it must not be written, as a user whom permissions bind. */
const folder = becomeNobody();
const file = join(folder, "crawl.db");
await leaveCrawl(file)[Symbol.asyncDispose]();
const connection = requireDriver(file).open(file);
connection.exec("PRAGMA cache_size = 1; BEGIN; UPDATE requests SET url = hex(zeroblob(9000))");
const killed = killedCopy(file, join(folder, "killed.db"));
connection.close();

chmodSync(killed, 0o444);
const told = [problem()];
chmodSync(killed, 0o644);
chmodSync(folder, 0o555);
told.push(problem());
chmodSync(folder, 0o755);
process.stdout.write(JSON.stringify([...told, readStatus(killed).pages]));

function problem(): string {
  try {
    return readStatus(killed).state;
  } catch (error) {
    if (!(error instanceof DatabaseError)) return String(error);
    return `${error.code}: ${error.message.replaceAll(folder, "")}`;
  }
}
