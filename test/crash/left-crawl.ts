import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import type { CrawlStatus } from "../../src/sqlite/crawl-status.ts";
import { requireDriver } from "../../src/sqlite/driver.ts";
import { command, type CrawlFiles } from "./crash-command.ts";
import type { CrashServer } from "./crash-server.ts";
import type { CrashSite } from "./crash-site.ts";

/** What is wrong with what a crawl left that came to its end. */
export async function wrongAtEnd(
  { out, state }: CrawlFiles,
  site: CrashSite,
  server: CrashServer,
): Promise<readonly string[]> {
  const pages = site.urls(server.port);
  if (!existsSync(out) || !existsSync(state)) return ["there is nothing"];
  return [
    ...wrongItems(await readFile(out, "utf8"), out.endsWith("csv"), site, server.port),
    ...wrongState(state, pages),
    ...(await wrongStatus(state, pages.length)),
    ...server.forbidden.map((path) => `${path} was asked for`),
  ];
}

/** What is wrong with what a crawl left that was stopped in order. */
export async function wrongWhenStopped({ out, state }: CrawlFiles): Promise<readonly string[]> {
  const text = existsSync(out) ? await readFile(out, "utf8") : "";
  return [
    ...(text === "" || text.endsWith("\n") ? [] : ["a stopped crawl left half a line"]),
    ...(existsSync(`${state}-wal`) ? ["a stopped crawl left its log"] : []),
  ];
}

/** What `pagoda status` tells must be so. */
async function wrongStatus(file: string, pages: number): Promise<readonly string[]> {
  const { stderr, stdout } = await command(["status", file, "--json"]);
  if (stderr !== "") return [`status: ${stderr}`];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the command documents it
  const status = JSON.parse(stdout) as CrawlStatus;
  const { items, pending, state } = status;
  const isRight =
    state === "finished" && status.pages === pages && items === pages && pending === 0;
  return isRight ? [] : [`status: ${stdout}`];
}

interface Item {
  readonly url: string;
  readonly bytes: number;
  readonly title: string;
}

/** Each page must be there once, as it was sent. */
function wrongItems(
  text: string,
  isCsv: boolean,
  site: CrashSite,
  port: number,
): readonly string[] {
  const items = isCsv ? rowsOf(text) : linesOf(text);
  const counts = new Map(site.urls(port).map((url) => [url, 0]));
  const faults: string[] = [];
  for (const { bytes, title, url } of items) {
    const page = site.at(new URL(url).pathname);
    const count = counts.get(url);
    if (!page || count === undefined) faults.push(`${url} is no page`);
    else if (bytes !== site.html(page, port).length) faults.push(`${url} has ${bytes} bytes`);
    else if (title !== `Page ${page.n}`) faults.push(`${url} has another title`);
    counts.set(url, (count ?? 0) + 1);
  }
  for (const [url, count] of counts) if (count !== 1) faults.push(`${url} is there ${count} times`);
  return faults;
}

function linesOf(text: string): readonly Item[] {
  const lines = text.split("\n").slice(0, -1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the command documents it
  return lines.map((line) => JSON.parse(line) as Item);
}

/** No cell of such a site is quoted. */
function rowsOf(text: string): readonly Item[] {
  return text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => {
      const [url = "", , , , bytes, title = ""] = line.split(",");
      return { url, bytes: Number(bytes), title };
    });
}

/** All must have been fetched, and nothing be left to do. */
function wrongState(file: string, pages: readonly string[]): readonly string[] {
  const database = requireDriver(file).open(file);
  try {
    const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];
    const urls = database.prepare("SELECT url FROM requests WHERE fate = 'fetched'").all();
    const fetched = new Set(urls.map(({ url }) => url));
    const check = one("PRAGMA integrity_check");
    const left = one("SELECT count(*) FROM requests WHERE fate IS NULL");
    return [
      ...(check === "ok" ? [] : [`the database is damaged: ${String(check)}`]),
      ...(left === 0 ? [] : [`${String(left)} requests are left`]),
      ...pages.filter((url) => !fetched.has(url)).map((url) => `${url} was not fetched`),
    ];
  } finally {
    database.close();
  }
}
