import { statSync } from "node:fs";

import type { CrawlStatus, Failures } from "./crawl-status.ts";
import type { Row } from "./driver.ts";
import { ReadOnlyDatabase } from "./read-only-database.ts";
import { IS_PAGE } from "./stored-fate.ts";

/**
 * Tells where a crawl stands, also while a process goes on with it.
 *
 * What a process did within the last turn of its event loop may not be told yet. Nothing in the file
 * changes, and nobody is kept from it. Throws a {@link DatabaseError} where it is no database of a crawl.
 *
 * @example
 * ```ts
 * const { pages, pending, state } = readStatus("crawl.db");
 * ```
 */
export function readStatus(file: string): CrawlStatus {
  using database = new ReadOnlyDatabase(file);
  const common = { file: database.file, bytes: bytesOf(database.file) };
  if (database.isEmpty) return { ...common, ...nothing };
  const isRunning = database.isInUse;
  return database.atOnce(() => {
    const runs = one(database, RUNS);
    const counts = one(database, COUNTS, Date.now());
    const pending = Number(counts["pending"]);
    const ended = numberOf(runs["ended"]);
    return {
      ...common,
      state: isRunning
        ? "running"
        : pending === 0
          ? "finished"
          : ended === null
            ? "broken_off"
            : "stopped",
      runs: Number(runs["runs"]),
      begun: numberOf(runs["begun"]),
      ended: isRunning ? null : ended,
      pages: Number(counts["pages"]),
      redirects: Number(counts["redirects"]),
      pending,
      delayed: Number(counts["delayed"]),
      holds: all(database, HOLDS, Date.now()).map(holdOf),
      hosts: all(database, HOSTS).map(hostOf),
      items: Number(one(database, ITEMS)["items"]),
      notFetched: Object.fromEntries(all(database, REASONS).map(countOf)),
      failures: all(database, FAILURES).map(failuresOf),
    };
  });
}

const nothing: Omit<CrawlStatus, "file" | "bytes"> = {
  state: "empty",
  runs: 0,
  begun: null,
  ended: null,
  pages: 0,
  redirects: 0,
  pending: 0,
  delayed: 0,
  holds: [],
  hosts: [],
  items: 0,
  notFetched: {},
  failures: [],
};

const RUNS = `SELECT count(*) AS runs, min(begun) AS begun,
  (SELECT ended FROM runs ORDER BY id DESC LIMIT 1) AS ended FROM runs`;
const COUNTS = `SELECT
  count(*) FILTER (WHERE ${IS_PAGE}) AS pages,
  count(*) FILTER (WHERE fate = 'fetched' AND NOT (${IS_PAGE})) AS redirects,
  count(*) FILTER (WHERE fate IS NULL) AS pending,
  count(*) FILTER (WHERE fate IS NULL AND due > ?) AS delayed FROM requests`;
const HOLDS =
  "SELECT CAST(host AS BLOB) AS host, until FROM holds WHERE until > ? ORDER BY until DESC, host";
const HOSTS = `SELECT CAST(host AS BLOB) AS host, count(*) AS pending FROM requests WHERE fate IS NULL
  GROUP BY host ORDER BY pending DESC, host LIMIT 10`;
const ITEMS = "SELECT coalesce(max(seq), 0) AS items FROM sqlite_sequence WHERE name = 'items'";
const REASONS = `SELECT CAST(fate AS BLOB) AS fate, sum(count) AS count FROM (
    SELECT fate, count(*) AS count FROM requests WHERE fate <> 'fetched' GROUP BY fate
    UNION ALL SELECT fate, count(*) AS count FROM left_out GROUP BY fate
  ) GROUP BY fate ORDER BY count DESC, fate`;
const FAILURES = `SELECT CAST(why AS BLOB) AS why, status, count(*) AS count FROM requests WHERE fate = 'failed'
  GROUP BY why, status ORDER BY count DESC, why, status`;

function one(database: ReadOnlyDatabase, sql: string, ...values: readonly number[]): Row {
  return database.read(sql).one(...values) ?? {};
}

function all(
  database: ReadOnlyDatabase,
  sql: string,
  ...values: readonly number[]
): readonly Row[] {
  return database.read(sql).all(...values);
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function holdOf(row: Row): CrawlStatus["holds"][number] {
  return { host: String(row["host"]), until: Number(row["until"]) };
}

function hostOf(row: Row): CrawlStatus["hosts"][number] {
  return { host: String(row["host"]), pending: Number(row["pending"]) };
}

function countOf(row: Row): readonly [string, number] {
  return [String(row["fate"]), Number(row["count"])];
}

function failuresOf({ count, status, why }: Row): Failures {
  return {
    code: typeof why === "string" ? why : null,
    status: numberOf(status),
    count: Number(count),
  };
}

function bytesOf(file: string): number {
  const parts = [file, `${file}-wal`].map((part) => statSync(part, { throwIfNoEntry: false }));
  return parts.reduce((sum, part) => sum + (part?.size ?? 0), 0);
}
