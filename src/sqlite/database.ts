import { asDatabaseError, DatabaseError } from "./database-error.ts";
import { databaseFile } from "./database-file.ts";
import { decoded } from "./decoded.ts";
import { type Connection, requireDriver, type Row, type SqlValue } from "./driver.ts";
import { FileLock } from "./file-lock.ts";
import { prepareSchema, requireOurs } from "./schema.ts";

/** Changes something; gives how many rows. */
export type Write = (...values: readonly SqlValue[]) => number;

/** Looks something up. */
export interface Read {
  one(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
}

/** How long to wait for another program that writes to the file. */
const PATIENCE_MS = 2000;

/**
 * A database of ours, to which one process at a time may write.
 *
 * All that is written in one turn of the event loop is one transaction: what the turn made of a page is
 * there as a whole or not at all. The first write that fails ends it: nothing of its transaction
 * stays, and from then on each call throws that error.
 */
export class Database {
  readonly file: string;
  /** SQL that reads a text which may be damaged. */
  readonly text: (column: string) => string;
  readonly #connection: Connection;
  readonly #lock: FileLock;
  readonly #onFailure: () => void;
  #commit: NodeJS.Immediate | undefined;
  #failure: DatabaseError | undefined;
  /** Whether somebody was told of the failure. */
  #isTold = false;
  #isClosed = false;

  /** Opens the file, or makes it. `onFailure` is called when a write has failed. */
  constructor(path: string, onFailure: () => void) {
    const file = databaseFile(path);
    const driver = requireDriver(file);
    this.file = file;
    this.text = driver.text;
    this.#onFailure = onFailure;
    let connection: Connection | undefined;
    let lock: FileLock | undefined;
    try {
      connection = driver.open(file);
      requireOurs(file, connection);
      lock = new FileLock(driver, `${file}-lock`);
      connection.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
      prepareSchema(file, connection);
    } catch (error) {
      connection?.close();
      lock?.release();
      throw asDatabaseError(file, error);
    }
    this.#connection = connection;
    this.#lock = lock;
  }

  /** Prepares what changes something. */
  write(sql: string): Write {
    const statement = this.#connection.prepare(sql);
    return (...values) =>
      this.#try(() => {
        this.#begin();
        return statement.run(...values);
      });
  }

  /** Prepares what looks something up. What comes as bytes is a text, which may be damaged. */
  read(sql: string): Read {
    const statement = this.#connection.prepare(sql);
    const asText = (row: Row): Row => decoded(this.file, row);
    const first = (row: Row | undefined): Row | undefined => row && asText(row);
    return {
      one: (...values) => this.#try(() => first(statement.get(...values))),
      all: (...values) => this.#try(() => statement.all(...values).map(asText)),
    };
  }

  /** Does something on nobody's behalf: what fails is told to who asks next. */
  aside(work: () => void): void {
    const wasTold = this.#isTold;
    try {
      work();
    } catch {
      this.#isTold = wasTold;
    }
  }

  /** Throws what has failed, if anything has. */
  check(): void {
    if (!this.#failure) return;
    this.#isTold = true;
    throw this.#failure;
  }

  /** Commits what was written. */
  flush(): void {
    this.#try(() => {
      if (!this.#commit) return;
      clearImmediate(this.#commit);
      this.#commit = undefined;
      this.#connection.exec("COMMIT");
    });
  }

  /** Commits, and lets go of the file, which is then a single one. Throws what nobody was told yet. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (!this.#isTold) this.flush();
      if (!this.#failure) tidy(this.#connection);
    } finally {
      this.#failure ??= new DatabaseError("closed", this.file, "it was closed");
      this.#connection.close();
      this.#lock.release();
    }
  }

  #begin(): void {
    if (this.#commit) return;
    this.#connection.exec("BEGIN IMMEDIATE");
    this.#commit = setImmediate(() => this.aside(() => this.flush()));
  }

  #try<T>(work: () => T): T {
    this.check();
    try {
      return work();
    } catch (error) {
      this.#failure = asDatabaseError(this.file, error);
      this.#rollBack();
      this.#onFailure();
      this.#isTold = true;
      throw this.#failure;
    }
  }

  #rollBack(): void {
    if (this.#commit) clearImmediate(this.#commit);
    this.#commit = undefined;
    try {
      this.#connection.exec("ROLLBACK");
    } catch {
      // SQLite has done so already, as it does where the disk is full.
    }
  }
}

/** Leaves one file in place of three, unless somebody reads in it now. */
function tidy(connection: Connection): void {
  try {
    connection.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
  } catch {
    // The next who opens it finds all in the log.
  }
}
