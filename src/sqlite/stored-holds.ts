import type { Database, Write } from "./database.ts";

/** Until when hosts are held, in Unix milliseconds. */
export class StoredHolds {
  readonly #database: Database;
  readonly #save: Write;
  readonly #drop: Write;
  /** Those that are stored. */
  readonly #hosts = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
    this.#save = database.write(
      "INSERT INTO holds (host, until) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET until = ?2",
    );
    this.#drop = database.write("DELETE FROM holds WHERE host = ?");
  }

  /** The holds that are not over, the first to end first; the others are dropped. */
  restore(wallMs: number): readonly { readonly host: string; readonly until: number }[] {
    this.#database.write("DELETE FROM holds WHERE until <= ?")(wallMs);
    const rows = this.#database.read(HOLDS).all();
    const holds = rows.map((row) => ({ host: String(row["host"]), until: Number(row["until"]) }));
    for (const { host } of holds) this.#hosts.add(host);
    return holds;
  }

  /** The last word on a host counts; one that names no instant is of this process only. */
  set(host: string, until: number): void {
    if (Number.isFinite(until)) {
      this.#save(host, until);
      this.#hosts.add(host);
    } else if (this.#hosts.delete(host)) this.#drop(host);
  }
}

const HOLDS = "SELECT CAST(host AS BLOB) AS host, until FROM holds ORDER BY until, host";
