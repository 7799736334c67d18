import { DatabaseError } from "./database-error.ts";
import type { Connection } from "./driver.ts";

/** By which a database is known as ours: "pgda". */
const APPLICATION = 0x70_67_64_61;
/** Of the tables below; it goes up when they change. */
const VERSION = 2;

/**
 * The tables.
 *
 * A request `waits in line` where it is in the index of that name: it has no fate, and no instant
 * before which it is not to be taken. Of a request that ended only its URL and its fate are kept, and
 * of one that failed all, so that it can be tried again.
 */
const TABLES = `
  CREATE TABLE requests (
    place INTEGER PRIMARY KEY,  -- in the order of admission
    print BLOB UNIQUE,          -- the fingerprint; none where it is there already
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    priority REAL NOT NULL,
    behind REAL NOT NULL,       -- the rank, negated: the lower comes first
    depth INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    more TEXT,                  -- whatever else it says, as JSON
    due REAL,                   -- in Unix milliseconds; none where it stands in line
    fate TEXT,                  -- none where it is still to be fetched
    status INTEGER,
    why TEXT
  );
  CREATE INDEX line ON requests (host, priority, behind, place) WHERE fate IS NULL AND due IS NULL;
  CREATE INDEX delayed ON requests (due) WHERE fate IS NULL AND due IS NOT NULL;
  CREATE INDEX starts ON requests (place) WHERE depth = 0;
  CREATE TABLE left_out (url BLOB PRIMARY KEY, fate TEXT NOT NULL, why TEXT) WITHOUT ROWID;
  CREATE TABLE holds (host TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE contents (hash BLOB PRIMARY KEY, owner BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- in the order in which their pages were settled
    place INTEGER NOT NULL,                -- of the request of the page
    item TEXT NOT NULL                     -- as JSON
  );
  CREATE TABLE drafts (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, item TEXT NOT NULL);
  CREATE INDEX draft ON drafts (place, id);
  CREATE TABLE deliveries (name TEXT PRIMARY KEY, id INTEGER NOT NULL, position TEXT) WITHOUT ROWID;
  -- in Unix milliseconds; a process that was killed has not ended
  CREATE TABLE runs (id INTEGER PRIMARY KEY, begun REAL NOT NULL, ended REAL);
  CREATE TABLE options (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** Throws unless the database is ours or empty. Changes nothing. */
export function requireOurs(file: string, connection: Connection): void {
  const application = pragma(connection, "application_id");
  const version = pragma(connection, "user_version");
  if (application === APPLICATION && version === VERSION) return;
  if (application === APPLICATION) {
    const message = `another version of pagoda wrote it: expected format ${VERSION}, got ${String(version)}`;
    throw new DatabaseError("other_version", file, message);
  }
  if (isEmpty(connection)) return;
  throw new DatabaseError("foreign_database", file, "it is the database of another program");
}

/** Makes the tables where there are none, and sets what is set for each connection. */
export function prepareSchema(file: string, connection: Connection): void {
  requireOurs(file, connection); // it may have been made since
  const log = connection.prepare("PRAGMA journal_mode = WAL").get();
  if (log?.["journal_mode"] !== "wal") {
    throw new DatabaseError("cannot_open", file, "its file system cannot hold a write-ahead log");
  }
  connection.exec(
    "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000",
  );
  if (!isEmpty(connection)) return;
  connection.exec(`
    BEGIN IMMEDIATE;
    PRAGMA application_id = ${APPLICATION};
    PRAGMA user_version = ${VERSION};
    ${TABLES}
    COMMIT;
  `);
}

function pragma(connection: Connection, name: string): unknown {
  return connection.prepare(`PRAGMA ${connection.schema}.${name}`).get()?.[name];
}

function isEmpty(connection: Connection): boolean {
  const sql = `SELECT count(*) AS count FROM ${connection.schema}.sqlite_schema`;
  const tables = connection.prepare(sql).get();
  return tables?.["count"] === 0 && pragma(connection, "application_id") === 0;
}
