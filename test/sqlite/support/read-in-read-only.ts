import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { DatabaseError, readItems, readStatus, readStory } from "../../../src/sqlite/index.ts";
import { becomeNobody } from "../../support/nobody.ts";
import { killedCopy } from "./killed-copy.ts";
import { leaveCrawl } from "./left-crawl.ts";

/** Reads databases in a folder that must not be written, as a user whom permissions bind. */
const folder = becomeNobody();
const file = join(folder, "crawl.db");
const killed = join(folder, "killed.db");

const frontier = leaveCrawl(file);
killedCopy(file, killed);
await frontier[Symbol.asyncDispose]();
chmodSync(folder, 0o555);
const { pages, state } = readStatus(file);
const { fate } = readStory(file, "http://a.test/");
const told = [state, pages, fate, [...readItems(file)].length, codeOf(killed)];
process.stdout.write(JSON.stringify([told, readdirSync(folder).toSorted()]));

function codeOf(path: string): string {
  try {
    return readStatus(path).state;
  } catch (error) {
    return error instanceof DatabaseError ? error.code : String(error);
  }
}
