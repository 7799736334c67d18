import { existsSync, accessSync, constants } from "node:fs";
import { dirname } from "node:path";

import { ServiceError } from "../service/errors.ts";

/** What is wrong with a database. */
export type DatabaseProblem =
  /** There is neither `node:sqlite` nor `libsql`. */
  | "driver_missing"
  /** The file is no database. */
  | "not_a_database"
  /** The database is another program's. */
  | "foreign_database"
  /** The database was written by another version of this library. */
  | "other_version"
  /** The database was begun with other options. */
  | "other_options"
  /** Another process, or another object of this one, has the database. */
  | "in_use"
  /** The file, or its folder, is not to be written. */
  | "read_only"
  /** The file cannot be opened or made. */
  | "cannot_open"
  /** The disk takes no more. */
  | "disk_full"
  /** The file is damaged. */
  | "damaged"
  /** It was closed. */
  | "closed"
  /** Anything else that SQLite says. */
  | "database_failed";

/** A database cannot be opened, or can no longer be written. What was committed before is unharmed. */
export class DatabaseError extends ServiceError {
  override readonly name = "DatabaseError";
  readonly code: DatabaseProblem;
  /** The path of the database. */
  readonly file: string;

  constructor(code: DatabaseProblem, file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.code = code;
    this.file = file;
  }
}

/** What reads may not undo: `SQLITE_READONLY_ROLLBACK`. */
const UNFINISHED = 776;

const IN_USE: readonly [DatabaseProblem, string] = [
  "in_use",
  "another process has it, or another part of this one; one at a time may use it",
];

/** Result codes of SQLite: primary ones, and what is told more exactly. */
const problems: ReadonlyMap<number, readonly [DatabaseProblem, string]> = new Map([
  [5, IN_USE],
  [6, IN_USE],
  [8, ["read_only", "it cannot be written"]],
  [10, ["disk_full", "the disk cannot be written"]],
  [11, ["damaged", "the file is damaged"]],
  [13, ["disk_full", "the disk is full"]],
  [15, IN_USE], // by one that makes its log, and takes long
  [14, ["cannot_open", "it cannot be opened"]],
  [
    UNFINISHED,
    ["read_only", "what a process was killed at must be undone first, and it cannot be written"],
  ],
  [26, ["not_a_database", "this is no SQLite database"]],
]);

/** What a driver threw, as an error that tells which database it is about. */
export function asDatabaseError(file: string, cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause;
  const result = resultCodeOf(cause);
  const [code, message] = problems.get(result) ??
    problems.get(result & 0xff) ?? ["database_failed", String(cause)];
  if (code !== "cannot_open" && code !== "disk_full") {
    return new DatabaseError(code, file, message, { cause });
  }
  const folder = dirname(file);
  if (!existsSync(folder)) {
    return new DatabaseError(code, file, `there is no folder ${folder}`, { cause });
  }
  return isWritable(folder)
    ? new DatabaseError(code, file, message, { cause })
    : new DatabaseError("read_only", file, `the folder ${folder} cannot be written`, { cause });
}

/**
 * Whether a driver threw since a transaction of a process that was killed must be undone first, which who only
 * reads may not do: `SQLITE_READONLY_ROLLBACK`.
 */
export function isUnfinished(error: unknown): boolean {
  return resultCodeOf(error) === UNFINISHED;
}

/** `node:sqlite` has it as `errcode`, `libsql` as `rawCode`, or in the text where it cannot open a file. */
function resultCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  if ("errcode" in error) return Number(error.errcode);
  if ("rawCode" in error) return Number(error.rawCode);
  return Number(/ConnectionFailed\(.*: (\d+)"\)/.exec(error.message)?.[1]);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
