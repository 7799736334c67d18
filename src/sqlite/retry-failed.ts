import { requireOptions, requireText, requireWhole } from "../service/options.ts";
import { Database } from "./database.ts";
import { ReadOnlyDatabase } from "./read-only-database.ts";

/** Which requests {@link retryFailed} is about. */
export interface RetryFailedOptions {
  /** Of this host, as `domainKey` has it. @defaultValue of all */
  readonly host?: string | undefined;
  /** Those that were answered with this status. @defaultValue whatever the status, if there was any */
  readonly status?: number | undefined;
  /**
   * `"failed"`, `"host_down"`, `"refused"` or `"robots"`, or the code of an error of those that failed, such
   * as `"timeout"`. @defaultValue those that failed, and those whose host was down
   */
  readonly reason?: string | undefined;
}

/** Reasons for which requests were given up that may be otherwise another time. */
export const fates: ReadonlySet<string> = new Set(["failed", "host_down", "refused", "robots"]);

/**
 * Has requests that failed wait again in their old places, with no attempt made. Gives how many.
 *
 * The crawl fetches them when it goes on. Throws a {@link DatabaseError} where the file is no database of a
 * crawl, or a process has it: `in_use`.
 *
 * @example
 * ```ts
 * retryFailed("crawl.db", { status: 503 });
 * ```
 */
export function retryFailed(file: string, options: RetryFailedOptions = {}): number {
  const which = whichOf(options);
  if (hasNothing(file)) return 0;
  const database = new Database(file, () => {});
  try {
    return database.write(RETRY)(...which);
  } finally {
    database.close();
  }
}

const RETRY = `UPDATE requests SET fate = NULL, status = NULL, why = NULL, attempts = 0, due = NULL
  WHERE (fate = ?1 OR ?1 IS NULL AND fate IN ('failed', 'host_down'))
    AND (why = ?2 OR ?2 IS NULL) AND (host = ?3 OR ?3 IS NULL) AND (status = ?4 OR ?4 IS NULL)`;

/** The fate, the code, the host and the status that are asked for. */
function whichOf(options: RetryFailedOptions): readonly (string | number | null)[] {
  requireOptions("retryFailed()", options, { host: true, status: true, reason: true });
  const { host, reason, status } = options;
  if (host !== undefined) requireText("host", host);
  if (reason !== undefined) requireText("reason", reason);
  if (status !== undefined) requireWhole("status", status, 100);
  const isFate = reason !== undefined && fates.has(reason);
  const [fate, code] = isFate ? [reason, null] : [null, reason ?? null];
  return [fate, code, host ?? null, status ?? null];
}

/** Opening a file to write to it makes it a database. */
function hasNothing(file: string): boolean {
  using database = new ReadOnlyDatabase(file);
  return database.isEmpty;
}
