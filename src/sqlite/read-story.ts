import { fingerprintBy } from "../engine/frontier/fingerprint.ts";
import { CrawlRequest, request } from "../engine/page/crawl-request.ts";
import { urlKey, type UrlKeyOptions } from "../http/url/url-key.ts";
import { withoutFragment } from "../http/url/without-fragment.ts";
import { unlessDamaged } from "./decoded.ts";
import { digest } from "./digest.ts";
import type { Row } from "./driver.ts";
import { ReadOnlyDatabase } from "./read-only-database.ts";
import { fateOf, isPage } from "./stored-fate.ts";
import { redirectsOf } from "./stored-request.ts";
import type { UrlStory } from "./url-story.ts";

/**
 * Tells what became of a URL in the crawl of a database, also while a process goes on with it.
 *
 * It is found by the fingerprint of a GET, by the URL as pages wrote it where it was left out, and
 * else by reading all. Throws a {@link DatabaseError} where the file is no database of a crawl, and a
 * `TypeError` where the URL is not absolute http or https.
 *
 * @example
 * ```ts
 * const { fate, reason } = readStory("crawl.db", "https://example.com/");
 * ```
 */
export function readStory(file: string, url: string | URL): UrlStory {
  const asked = request(url).url;
  using database = new ReadOnlyDatabase(file);
  if (database.isEmpty) return { url: asked, key: urlKey(asked), fate: "unknown" };
  return database.atOnce(() => storyOf(database, asked));
}

function storyOf(database: ReadOnlyDatabase, url: string): UrlStory {
  const keyOptions = keyOptionsOf(database);
  const key = urlKey(url, keyOptions ?? {});
  const print = keyOptions && fingerprintBy(keyOptions, undefined)(new CrawlRequest(url));
  const first = print !== undefined && database.read(BY_PRINT).one(digest(print));
  const row = first
    ? lastOf(database, first)
    : (leftOut(database, [withoutFragment(url), key]) ?? database.read(BY_URL).one(url));
  return { url, key, ...(row ? known(database, url, row) : { fate: "unknown" }) };
}

/** Redirects may lead back to a URL, which is then there once more. */
function lastOf(database: ReadOnlyDatabase, row: Row): Row {
  const isRedirect = row["fate"] === "fetched" && !isPage(row);
  return (isRedirect && database.read(BY_URL).one(String(row["url"]))) || row;
}

/** What counts as the same URL; undefined where that was a function of the user's. */
function keyOptionsOf(database: ReadOnlyDatabase): UrlKeyOptions | undefined {
  const row = database.read(KEY).one();
  const text = String(row?.["value"]);
  if (!text.startsWith("{")) return undefined;
  const parse = (): unknown => JSON.parse(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as SqliteFrontier notes it
  return unlessDamaged(database.file, "key", parse) as UrlKeyOptions;
}

const KEY = "SELECT CAST(value AS BLOB) AS value FROM options WHERE name = 'key'";
const KNOWN = `SELECT place, CAST(url AS BLOB) AS url, CAST(host AS BLOB) AS host, priority, behind, depth,
  attempts, CAST(more AS BLOB) AS more, due, CAST(fate AS BLOB) AS fate, status,
  CAST(why AS BLOB) AS why FROM requests`;
const BY_PRINT = `${KNOWN} WHERE print = ?`;
const BY_URL = `${KNOWN} WHERE requests.url = ? ORDER BY place DESC LIMIT 1`;
const LEFT_OUT =
  "SELECT CAST(fate AS BLOB) AS fate, CAST(why AS BLOB) AS why FROM left_out WHERE url = ?";
const HOLD = "SELECT until FROM holds WHERE host = ? AND until > ?";
const AHEAD = `SELECT count(*) AS ahead FROM requests WHERE fate IS NULL AND due IS NULL AND host = ?1
  AND (priority > ?2 OR priority = ?2 AND (behind < ?3 OR behind = ?3 AND place < ?4))`;

function leftOut(database: ReadOnlyDatabase, spellings: readonly string[]): Row | undefined {
  const find = database.read(LEFT_OUT);
  const rows = spellings.map((spelling) => find.one(digest(spelling)));
  return rows.find((row) => row !== undefined);
}

function known(database: ReadOnlyDatabase, asked: string, row: Row): Omit<UrlStory, "url" | "key"> {
  const { attempts, depth } = row;
  const url = String(row["url"] ?? asked);
  const redirects = unlessDamaged(database.file, `more of row ${Number(row["place"])}`, () =>
    redirectsOf(textOf(row["more"])),
  );
  return {
    ...(url !== asked && { duplicateOf: url }),
    ...endOf(database, row),
    ...(typeof depth === "number" && { depth }),
    ...(typeof attempts === "number" && attempts > 0 && { attempts }),
    ...(redirects.length > 0 && { redirects }),
  };
}

function endOf(database: ReadOnlyDatabase, row: Row): Pick<UrlStory, "fate"> & Partial<UrlStory> {
  const found = fateOf(row);
  if (!found) return { fate: "waits", ...waitOf(database, row) };
  const { fate: reason, ...rest } = found;
  if (reason !== "fetched") return { fate: "not_fetched", reason, ...rest };
  if (isPage(row)) return { fate: "fetched", ...rest };
  return { fate: "redirected", ...(rest.why !== undefined && { redirectedTo: rest.why }) };
}

function waitOf(database: ReadOnlyDatabase, row: Row): Partial<UrlStory> {
  const { behind, due, host, place, priority } = row;
  const where = [String(host), Number(priority), Number(behind), Number(place)];
  const hold = database.read(HOLD).one(String(host), Date.now());
  const ahead = database.read(AHEAD).one(...where);
  return {
    ...(typeof due !== "number" && { ahead: Number(ahead?.["ahead"]) }),
    ...(typeof due === "number" && due > Date.now() && { dueAt: due }),
    ...(hold && { heldUntil: Number(hold["until"]) }),
  };
}

function textOf(value: Row[string]): string | null {
  return typeof value === "string" ? value : null;
}
