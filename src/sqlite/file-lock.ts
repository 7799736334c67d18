import { asDatabaseError } from "./database-error.ts";
import { databaseFile } from "./database-file.ts";
import type { Connection, Driver } from "./driver.ts";

/** How long to wait for somebody who only looks whether it is taken. */
const PATIENCE_MS = 100;

/**
 * Keeps a second process, or another object of this one, from what the lock stands for.
 *
 * The system lets go of it however the process ends. Whoever only reads needs no lock. The file, which
 * stays empty, is left in place: were it removed, two could each lock a file of that name.
 */
export class FileLock {
  readonly #connection: Connection;

  /** Throws what the driver throws where another has the lock. */
  constructor(driver: Driver, file: string) {
    let connection: Connection | undefined;
    try {
      connection = driver.open(databaseFile(file));
      connection.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; BEGIN EXCLUSIVE`);
    } catch (error) {
      connection?.close();
      const failure = asDatabaseError(file, error);
      throw failure.code === "in_use" ? error : failure;
    }
    this.#connection = connection;
  }

  release(): void {
    this.#connection.close();
  }
}
