import type { SqliteFrontier } from "../../sqlite/sqlite-frontier.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { counted, readableCount } from "../readable.ts";
import type { Screen } from "../screen.ts";
import { noteOf } from "./crawl-note.ts";

/** Tells where a crawl stands that goes on. */
export function tellWhereItStands(
  { state = "" }: CrawlValues,
  frontier: SqliteFrontier,
  screen: Screen,
): void {
  const { pending, seen } = frontier.stats();
  const waiting = `${readableCount(pending)} of ${counted(seen, "URL")}`;
  screen.line(
    pending > 0
      ? `Going on with ${state}: ${waiting} left`
      : `Nothing was left to fetch in ${state}`,
  );
}

/** Tells of a crawl that has not come to its end how to go on with it. */
export function tellHowToGoOn(values: CrawlValues, frontier: SqliteFrontier, screen: Screen): void {
  const { leased, pending } = frontier.stats();
  if (leased + pending === 0) return;
  const { headers, proxyPassword } = noteOf([], values);
  const again = [
    "pagoda crawl --state",
    quoted(values.state ?? ""),
    ...headers.map((name) => `--header "${name}: ..."`),
    ...(proxyPassword ? ["--proxy ..."] : []),
  ];
  screen.line(`To go on: ${again.join(" ")}`);
}

/** A path as a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./+:@%-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
