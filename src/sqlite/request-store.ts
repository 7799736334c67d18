import type { Fate, Past } from "../engine/frontier/frontier.ts";
import type { Waiting } from "../engine/frontier/waiting.ts";
import type { CrawlRequest } from "../engine/page/crawl-request.ts";
import type { Database, Read, Write } from "./database.ts";
import { unlessDamaged } from "./decoded.ts";
import type { Row } from "./driver.ts";
import { FATE, fateOf, IS_PAGE, textOf } from "./stored-fate.ts";
import type { LineStore } from "./stored-line.ts";
import { moreOf, requestOf } from "./stored-request.ts";

/** Requests that wait in one line. */
export interface StoredLineCount {
  readonly host: string;
  readonly priority: number;
  readonly count: number;
}

/** A request that is not to be taken yet. */
export interface Delayed {
  readonly host: string;
  readonly waiting: Waiting;
  /** In Unix milliseconds. */
  readonly due: number;
}

const COLUMNS = "place, url, host, priority, behind, depth, attempts, more";
const HOST = "CAST(host AS BLOB) AS host";
const WAITS = "fate IS NULL AND due IS NULL";

/** How many rows are read at once where all are. */
const SOME = 1000;

/** The requests of a frontier, in the table of that name. */
export class RequestStore {
  readonly #database: Database;
  /** The columns of a request, as they are read. */
  readonly #request: string;
  readonly #insert: Write;
  readonly #setDue: Write;
  readonly #clearDue: Write;
  readonly #retry: Write;
  readonly #end: Write;
  readonly #forget: Write;
  readonly #byPrint: Read;
  readonly #level: Read;
  readonly #behind: Read;

  constructor(database: Database) {
    this.#database = database;
    this.#request = `place, ${database.text("url")}, priority, behind, depth, attempts, ${database.text("more")}`;
    this.#insert = database.write(
      `INSERT OR IGNORE INTO requests (print, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#setDue = database.write("UPDATE requests SET due = 0 WHERE place = ?");
    this.#clearDue = database.write(
      "UPDATE requests SET due = NULL WHERE place = ? AND due IS NOT NULL",
    );
    this.#retry = database.write("UPDATE requests SET attempts = ?, due = ? WHERE place = ?");
    this.#end = database.write(
      "UPDATE requests SET fate = ?, status = ?, why = ?, more = ? WHERE place = ?",
    );
    this.#forget = database.write("UPDATE requests SET print = NULL WHERE print = ?");
    this.#byPrint = database.read(
      `SELECT CAST(url AS BLOB) AS url, status, ${FATE} FROM requests WHERE print = ?`,
    );
    const ofLine = `SELECT ${this.#request} FROM requests WHERE ${WAITS} AND host = ? AND priority = ?`;
    this.#level = database.read(`${ofLine} AND behind = ? AND place > ? ORDER BY place LIMIT ?`);
    this.#behind = database.read(`${ofLine} AND behind > ? ORDER BY behind, place LIMIT ?`);
  }

  /** Puts in a request that waits; false where its fingerprint is there already. */
  add(host: string, { place, rank, request }: Waiting, print: Uint8Array | null): boolean {
    const { attempts, depth, priority, url } = request;
    const more = moreOf(request);
    return this.#insert(print, place, url, host, priority, -rank, depth, attempts, more) > 0;
  }

  /** What is known of the request with this fingerprint. */
  find(print: Uint8Array): { readonly url: string; readonly fate: Fate | undefined } | undefined {
    const row = this.#byPrint.one(print);
    return row && { url: String(row["url"]), fate: fateOf(row) };
  }

  /** A request goes back to wait, not to be taken before an instant in Unix milliseconds. */
  retry(place: number, attempts: number, due: number): void {
    this.#retry(attempts, due, place);
  }

  /** A request has ended. Of one that was fetched only what is told of it later stays. */
  end(place: number, request: CrawlRequest, { fate, status, why }: Fate): void {
    const { redirects } = request;
    const rest = redirects.length > 0 ? JSON.stringify({ redirects }) : null;
    const more = fate === "fetched" ? rest : moreOf(request);
    this.#end(fate, status ?? null, textOf(why), more, place);
  }

  /** Forgets a fingerprint; gives how many there were. */
  forget(print: Uint8Array): number {
    return this.#forget(print);
  }

  /** What waits in one line. */
  line(host: string, priority: number): LineStore {
    return {
      after: ({ rank, place }, max) => {
        const rows = [...this.#level.all(host, priority, -rank, place, max)];
        const left = max - rows.length;
        if (left > 0) rows.push(...this.#behind.all(host, priority, -rank, left));
        return rows.map((row) => waitingOf(this.#database.file, row));
      },
      lend: ({ place }) => void this.#setDue(place),
      shelve: ({ place }) => void this.#clearDue(place),
    };
  }

  /** Puts all whose instant has passed back in line, and gives the others, the earliest first. */
  delayed(wallMs: number): readonly Delayed[] {
    const rejoin = `UPDATE requests SET due = NULL WHERE fate IS NULL AND due <= ?`;
    this.#database.write(rejoin)(wallMs);
    const rest = `SELECT ${this.#request}, ${HOST}, due FROM requests
      WHERE fate IS NULL AND due IS NOT NULL ORDER BY due, place`;
    const rows = this.#database.read(rest).all();
    return rows.map((row) => ({
      host: String(row["host"]),
      waiting: waitingOf(this.#database.file, row),
      due: Number(row["due"]),
    }));
  }

  /** All lines in which something waits, that of the oldest request first. */
  lines(): readonly StoredLineCount[] {
    const sql = `SELECT ${HOST}, priority, count(*) AS count, min(place) AS oldest FROM requests
      WHERE ${WAITS} GROUP BY host, priority ORDER BY oldest`;
    return this.#database
      .read(sql)
      .all()
      .map((row) => ({
        host: String(row["host"]),
        priority: Number(row["priority"]),
        count: Number(row["count"]),
      }));
  }

  /** How many fingerprints there are, and the place that the next request will have. */
  counts(): { readonly seen: number; readonly places: number } {
    const sql = "SELECT count(print) AS seen, coalesce(max(place) + 1, 0) AS places FROM requests";
    const row = this.#database.read(sql).one();
    return { seen: Number(row?.["seen"]), places: Number(row?.["places"]) };
  }

  /** What was let in, in the order in which it was. */
  *past(which: "starts" | "all"): Generator<Past, void> {
    const only = which === "starts" ? "AND depth = 0" : "";
    const sql = `SELECT ${this.#request}, fate IS NULL AS waits, ${IS_PAGE} AS isPage FROM requests
      WHERE place > ? ${only} ORDER BY place LIMIT ?`;
    const read = this.#database.read(sql);
    let last = -1;
    for (let rows = read.all(last, SOME); rows.length > 0; rows = read.all(last, SOME)) {
      for (const row of rows) {
        last = Number(row["place"]);
        yield { request: waitingOf(this.#database.file, row).request, state: stateOf(row) };
      }
    }
  }
}

function stateOf({ isPage, waits }: Row): Past["state"] {
  if (waits === 1) return "waits";
  return isPage === 1 ? "page" : "gone";
}

function waitingOf(file: string, row: Row): Waiting {
  const { more } = row;
  const place = Number(row["place"]);
  const columns = {
    url: String(row["url"]),
    priority: Number(row["priority"]),
    depth: Number(row["depth"]),
    attempts: Number(row["attempts"]),
  };
  const request = unlessDamaged(file, `request of row ${place}`, () => {
    requireAscii(columns.url);
    return requestOf(columns, typeof more === "string" ? more : null);
  });
  return { request, rank: -Number(row["behind"]), place };
}

/** Stored URLs are ASCII, so that one which has what a driver puts in place of bytes that are no text is damaged. */
function requireAscii(url: string): void {
  if (url.includes("\uFFFD")) throw new TypeError("it is no UTF-8");
}
