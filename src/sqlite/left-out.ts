import type { Fate } from "../engine/frontier/frontier.ts";
import type { Database, Read, Write } from "./database.ts";
import { digest } from "./digest.ts";
import { FATE, fateOf, textOf } from "./stored-fate.ts";

/** URLs that were not let in, and why: of each the first reason. */
export class LeftOut {
  readonly #insert: Write;
  readonly #find: Read;

  constructor(database: Database) {
    this.#insert = database.write(
      "INSERT OR IGNORE INTO left_out (url, fate, why) VALUES (?, ?, ?)",
    );
    this.#find = database.read(`SELECT ${FATE} FROM left_out WHERE url = ?`);
  }

  add(url: string, { fate, why }: Fate): void {
    this.#insert(digest(url), fate, textOf(why));
  }

  find(url: string): Fate | undefined {
    const row = this.#find.one(digest(url));
    return row && fateOf(row);
  }
}
