import { existsSync } from "node:fs";

import { asDatabaseError, DatabaseError, isUnfinished } from "./database-error.ts";
import { databaseFile } from "./database-file.ts";
import type { Read } from "./database.ts";
import { decoded } from "./decoded.ts";
import { type Connection, type Driver, requireDriver, type Row } from "./driver.ts";
import { requireOurs } from "./schema.ts";

/** How long to wait for another program that changes the whole of the file. */
const PATIENCE_MS = 2000;

/**
 * A database of ours that is only read, also while a process writes to it: nothing in it changes, but that
 * what a process was killed at is undone, as by whoever opens it next.
 */
export class ReadOnlyDatabase implements Disposable {
  readonly file: string;
  readonly #driver: Driver;
  readonly #connection: Connection;

  /** Opens a file. Throws a {@link DatabaseError} where it is none, or no database of ours. */
  constructor(path: string) {
    const file = databaseFile(path);
    if (!existsSync(file)) throw new DatabaseError("cannot_open", file, "there is no such file");
    this.file = file;
    this.#driver = requireDriver(file);
    try {
      this.#connection = this.#open();
    } catch (error) {
      throw asDatabaseError(file, error);
    }
  }

  /** Whether nothing was written to it yet. */
  get isEmpty(): boolean {
    const { schema } = this.#connection;
    const sql = `SELECT count(*) AS count FROM ${schema}.sqlite_schema WHERE name = 'requests'`;
    return this.read(sql).one()?.["count"] === 0;
  }

  /** Whether a process, or an object of this one, has it to write to. */
  get isInUse(): boolean {
    const lock = `${this.file}-lock`;
    if (!existsSync(lock)) return false;
    let connection: Connection | undefined;
    try {
      connection = this.#driver.openToRead(databaseFile(lock), 0);
      connection.prepare(`SELECT count(*) FROM ${connection.schema}.sqlite_schema`).get();
      return false;
    } catch (error) {
      const failure = asDatabaseError(lock, error);
      if (failure.code === "in_use") return true;
      throw failure;
    } finally {
      connection?.close();
    }
  }

  /** Prepares what looks something up. What comes as bytes is a text, which may be damaged. */
  read(sql: string): Read {
    const statement = this.#try(() => this.#connection.prepare(sql));
    const asText = (row: Row): Row => decoded(this.file, row);
    const first = (row: Row | undefined): Row | undefined => row && asText(row);
    return {
      one: (...values) => this.#try(() => first(statement.get(...values))),
      all: (...values) => this.#try(() => statement.all(...values).map(asText)),
    };
  }

  /** Reads several things as they are at one instant. */
  atOnce<T>(look: () => T): T {
    this.#try(() => this.#connection.exec("BEGIN"));
    try {
      return look();
    } finally {
      this.#connection.exec("ROLLBACK");
    }
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }

  #open(): Connection {
    try {
      return this.#openToRead();
    } catch (error) {
      if (!isUnfinished(error)) throw error;
      this.#undo();
      return this.#openToRead();
    }
  }

  #openToRead(): Connection {
    const connection = this.#driver.openToRead(this.file, PATIENCE_MS);
    try {
      requireOurs(this.file, connection);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Has SQLite undo what a process was killed at, as it does for whoever may write and looks into the file. */
  #undo(): void {
    const connection = this.#driver.open(this.file);
    try {
      connection.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; SELECT count(*) FROM sqlite_schema`);
    } finally {
      connection.close();
    }
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asDatabaseError(this.file, error);
    }
  }
}
