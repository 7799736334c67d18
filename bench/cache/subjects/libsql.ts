import { peer } from "../../overhead/peer.ts";
import { HEADERS, type Subject } from "../subject.ts";

interface Database {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => {
    readonly get: (...values: readonly unknown[]) => { readonly body: unknown } | undefined;
    readonly run: (...values: readonly unknown[]) => unknown;
  };
  readonly close: () => void;
}

/** A table in SQLite, as one would write it by hand: a log written ahead, no flush on each commit. */
export const libsql: Subject = {
  name: "SQLite (libsql)",
  evicts: false,
  async open(dir) {
    const { default: Database } = await peer<{ readonly default: new (path: string) => Database }>(
      "libsql",
    );
    const database = new Database(`${dir}/cache.sqlite`);
    for (const pragma of ["journal_mode = WAL", "synchronous = OFF"]) {
      database.exec(`PRAGMA ${pragma}`);
    }
    database.exec("CREATE TABLE IF NOT EXISTS cache (path TEXT PRIMARY KEY, head TEXT, body BLOB)");
    const select = database.prepare("SELECT head, body FROM cache WHERE path = ?");
    const insert = database.prepare("INSERT OR REPLACE INTO cache VALUES (?, ?, ?)");
    const head = JSON.stringify(HEADERS);
    return {
      get: (path) => select.get(path)?.body,
      put: (path, body) => insert.run(path, head, body),
      close: () => database.close(),
    };
  },
};
