import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { DatabaseError } from "./database-error.ts";

/** What a column of a row may hold here. */
export type SqlValue = string | number | Uint8Array | null;

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, SqlValue | undefined>>;

/** A statement, prepared once and run often. */
interface Statement {
  /** Runs it; gives how many rows it has changed. */
  run(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
}

/** One connection to a database. */
export interface Connection {
  /** What SQL calls the file, where that must be said: of a pragma, and of a table that every database has. */
  readonly schema: string;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** What opens databases: `node:sqlite` where Node has it, else the package `libsql`. */
export interface Driver {
  readonly name: "node:sqlite" | "libsql";
  /**
   * SQL that reads a text: as bytes with `libsql`, which ends the process at one that is no UTF-8, in whose place
   * the other puts U+FFFD in a fraction of the time that bytes take.
   */
  readonly text: (column: string) => string;
  open(file: string): Connection;
  /** Opens a file that is there, to read in it only; waits so long for another program that changes all of it. */
  openToRead(file: string, patienceMs: number): Connection;
}

/** The first driver that this process has. Throws where it has none. */
export function requireDriver(
  file: string,
  drivers: readonly (() => Driver | undefined)[] = [builtIn, installed],
): Driver {
  for (const find of drivers) {
    const driver = find();
    if (driver) return driver;
  }
  throw new DatabaseError("driver_missing", file, missing);
}

const missing =
  'there is no driver for SQLite: use Node 22.13 or later, or run "npm install libsql"';

/** A statement of either driver, as far as they differ in no more than how values are passed. */
interface NativeStatement {
  run(...values: readonly unknown[]): { readonly changes: number | bigint };
  get(...values: readonly unknown[]): Row | undefined;
  all(...values: readonly unknown[]): readonly Row[];
}

interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

type NativeDatabaseClass = new (
  file: string,
  options?: { readonly readOnly: boolean },
) => NativeDatabase;

function builtIn(): Driver | undefined {
  // Neither the types of Node 20 know it, nor the first of its versions and of Node 22.
  const sqlite: unknown = process.getBuiltinModule?.("node:sqlite");
  if (!hasDatabase(sqlite)) return undefined;
  const { DatabaseSync } = sqlite;
  return {
    name: "node:sqlite",
    text: (column) => column,
    open: (file) => connection(new DatabaseSync(file), spread),
    openToRead(file, patienceMs) {
      const database = new DatabaseSync(file, { readOnly: true });
      database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
      return connection(database, spread);
    },
  };
}

function hasDatabase(module: unknown): module is { readonly DatabaseSync: NativeDatabaseClass } {
  return typeof module === "object" && module !== null && "DatabaseSync" in module;
}

function installed(): Driver | undefined {
  const Database = requireLibsql();
  if (!Database) return undefined;
  return {
    name: "libsql",
    text: (column) => `CAST(${column} AS BLOB) AS ${column}`,
    open: (file) => connection(new Database(file), listed),
    openToRead: (file, patienceMs) => attached(new Database(":memory:"), file, patienceMs),
  };
}

function requireLibsql(): NativeDatabaseClass | undefined {
  const require = createRequire(import.meta.url);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
    return require("libsql") as NativeDatabaseClass;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * A file beside a database in memory.
 *
 * What `libsql` has prepared keeps its connection open, and so a lock on the file, until it is collected as
 * garbage, also once it was closed. A file that is detached is let go of at once.
 */
function attached(database: NativeDatabase, file: string, patienceMs: number): Connection {
  const url = `${pathToFileURL(file).href}?mode=ro`.replaceAll("'", "''");
  try {
    database.exec(`PRAGMA busy_timeout = ${patienceMs}; ATTACH '${url}' AS file`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    ...connection(database, listed),
    schema: "file",
    close() {
      database.exec("DETACH file");
      database.close();
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}

function connection(
  database: NativeDatabase,
  prepared: (statement: NativeStatement) => Statement,
): Connection {
  return {
    schema: "main",
    exec: (sql) => {
      database.exec(sql); // which is a value of the driver's
    },
    prepare: (sql) => prepared(database.prepare(sql)),
    close: () => {
      database.close();
    },
  };
}

/** `node:sqlite` takes values one by one. */
function spread(statement: NativeStatement): Statement {
  return {
    run: (...values) => Number(statement.run(...values).changes),
    get: (...values) => statement.get(...values),
    all: (...values) => statement.all(...values),
  };
}

/** `libsql` takes a list of them; a single one that is an object would be names and values to it. */
function listed(statement: NativeStatement): Statement {
  return {
    run: (...values) => Number(statement.run(values).changes),
    get: (...values) => statement.get(values),
    all: (...values) => statement.all(values),
  };
}
