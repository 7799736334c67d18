import { statSync } from "node:fs";
import { resolve } from "node:path";

import { DatabaseError } from "./database-error.ts";
import { realFile } from "./real-file.ts";

/**
 * The file of a database by its real path, so that it has one lock and one log whichever links lead to
 * it; it may not be there yet.
 *
 * Throws a {@link DatabaseError} where it is no file, which is not opened, and where it has several names.
 */
export function databaseFile(path: string): string {
  try {
    return requireOneFile(realFile(path));
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError("cannot_open", resolve(path), `it cannot be opened: ${reason}`, {
      cause,
    });
  }
}

function requireOneFile(file: string): string {
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) return file;
  if (!there.isFile()) throw new DatabaseError("cannot_open", file, "it is no file");
  if (there.nlink <= 1) return file;
  const message = `it has ${there.nlink} names (hard links), and a crawl has its lock and its log by one: copy it`;
  throw new DatabaseError("cannot_open", file, message);
}

/** What SQLite puts beside a database, and what its lock has. */
export function filesBeside(file: string): readonly string[] {
  return ["-wal", "-shm", "-journal", "-lock", "-lock-journal"].map((end) => `${file}${end}`);
}
