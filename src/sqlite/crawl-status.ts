import type { NotFetchedReason } from "../engine/fates.ts";

/** How the crawl of a database stands. */
export type CrawlState =
  /** Nothing was begun in it. */
  | "empty"
  /** A process has it. */
  | "running"
  /** It was left in order, with something left to do. */
  | "stopped"
  /** Its last process was killed, or could write no more. */
  | "broken_off"
  /** Nothing is left to do. */
  | "finished";

/** Where the crawl of a database stands, in whichever runs. */
export interface CrawlStatus {
  readonly file: string;
  /** Bytes of the file and of its log. */
  readonly bytes: number;
  readonly state: CrawlState;
  /** How often it was begun or gone on with. */
  readonly runs: number;
  /** When it was begun, in Unix milliseconds; null if it was not. */
  readonly begun: number | null;
  /** When its last run ended, in Unix milliseconds; null if it has not, or was broken off. */
  readonly ended: number | null;
  /** Pages that were fetched, and redirects that were followed. */
  readonly pages: number;
  readonly redirects: number;
  /** Requests that wait, those in hand and delayed ones too. */
  readonly pending: number;
  /** Those of them that are not to be taken yet. */
  readonly delayed: number;
  /** Hosts of which nothing is to be taken, and until when, in Unix milliseconds. */
  readonly holds: readonly { readonly host: string; readonly until: number }[];
  /** The hosts with the most requests that wait, the most first, at most ten. */
  readonly hosts: readonly { readonly host: string; readonly pending: number }[];
  /** Items that pages have put out. */
  readonly items: number;
  /** URLs that were not fetched, by reason, but for duplicates. */
  readonly notFetched: Readonly<Partial<Record<NotFetchedReason, number>>>;
  /** The failures among them, the most frequent first, by code and status; null where there was none. */
  readonly failures: readonly Failures[];
}

/** Requests that failed in the same way. */
export interface Failures {
  readonly code: string | null;
  readonly status: number | null;
  readonly count: number;
}
