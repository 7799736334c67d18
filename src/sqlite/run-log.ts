import type { Database, Write } from "./database.ts";

/** Notes when a crawl was begun, gone on with, and left. */
export class RunLog {
  readonly #end: Write;
  readonly #id: number;

  constructor(database: Database, wallMs: number) {
    database.write("INSERT INTO runs (begun) VALUES (?)")(wallMs);
    this.#id = Number(database.read("SELECT max(id) AS id FROM runs").one()?.["id"]);
    this.#end = database.write("UPDATE runs SET ended = ? WHERE id = ?");
  }

  end(wallMs: number): void {
    this.#end(wallMs, this.#id);
  }
}
