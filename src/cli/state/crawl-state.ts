import { existsSync } from "node:fs";

import { readNote, writeNote } from "../../sqlite/crawl-note.ts";
import { DatabaseError } from "../../sqlite/database-error.ts";
import type { Database } from "../../sqlite/database.ts";
import { ReadOnlyDatabase } from "../../sqlite/read-only-database.ts";
import { SqliteFrontier } from "../../sqlite/sqlite-frontier.ts";
import { IS_PAGE } from "../../sqlite/stored-fate.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { requireTogether } from "../require-together.ts";
import { UsageError } from "../usage-error.ts";
import { type CrawlNote, noteOf, withWholePaths } from "./crawl-note.ts";
import { goOn, type Typed } from "./go-on.ts";
import { asUsage } from "./usage-of-database.ts";

/** A crawl as it is to be run. */
export interface Planned {
  readonly urls: readonly string[];
  readonly values: CrawlValues;
  /** Whether it was begun before. */
  readonly isResumed: boolean;
}

/**
 * What is to be crawled: what was typed, completed by what `--state` was begun with. Creates nothing.
 *
 * Throws a {@link UsageError} where they do not go together, and where the file cannot be used.
 */
export function plannedBy(typed: Typed): Planned {
  const { urls, values } = typed;
  const { sitemap, state } = values;
  requireTogether(values);
  if (state === undefined) return { urls, values, isResumed: false };
  const hasStarts = urls.length > 0 || Array.isArray(sitemap);
  const note = asUsage(() => noteIn(state, hasStarts));
  const whole = { ...typed, values: withWholePaths(values) };
  if (note) return { ...goOn(note, whole), isResumed: true };
  if (hasStarts) return { urls, values: whole.values, isResumed: false };
  throw new UsageError(`Expected URLs to begin with: no crawl was begun in ${state}`);
}

/** Opens the database of a crawl, or begins it. Throws a {@link UsageError} where it cannot be used. */
export function openState({
  urls,
  values,
}: Omit<Planned, "isResumed">): SqliteFrontier | undefined {
  const { order, perHost, state: file } = values;
  if (file === undefined) return undefined;
  const note = noteOf(urls, values);
  return asUsage(() => {
    const frontier = new SqliteFrontier({ file, perHost, order, keepItems: true });
    try {
      requireOwn(frontier.database);
      writeNote(frontier.database, note);
      frontier.flush();
    } catch (error) {
      frontier.database.close();
      throw error;
    }
    return frontier;
  });
}

/** Whether a crawl has fetched a page, in whichever run. */
export function hasPages({ database }: SqliteFrontier): boolean {
  return database.read(PAGE).one() !== undefined;
}

const PAGE = `SELECT 1 FROM requests WHERE ${IS_PAGE} LIMIT 1`;

function noteIn(file: string, hasStarts: boolean): CrawlNote | undefined {
  if (!existsSync(file)) return undefined;
  using database = new ReadOnlyDatabase(file);
  if (database.isEmpty) return undefined;
  if (!hasStarts) requireOwn(database); // else it is told once it is known that nobody else has it
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written as one
  return readNote(database) as CrawlNote | undefined;
}

/** What a program has begun in code may have been told anything. */
function requireOwn(database: ReadOnlyDatabase | Database): void {
  if (readNote(database) !== undefined) return;
  if (database.read("SELECT 1 FROM requests LIMIT 1").one() === undefined) return;
  const message = 'it was begun by a program, not by "pagoda crawl --state"';
  throw new DatabaseError("other_options", database.file, message);
}
