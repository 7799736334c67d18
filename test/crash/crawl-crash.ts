import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Chance } from "../fuzz/chance.ts";
import type { CrashReport } from "./cache-crash.ts";
import {
  command,
  type CommandEnd,
  CONCURRENCY,
  crawlArgs,
  type CrawlFiles,
  OVERDUE,
} from "./crash-command.ts";
import { CrashServer } from "./crash-server.ts";
import { CrashSite } from "./crash-site.ts";
import { type Blow, drawBlow, live } from "./crawl-life.ts";
import { wrongAtEnd, wrongWhenStopped } from "./left-crawl.ts";

/** What is to be done to the command that crawls. */
export interface CrawlCrashOptions {
  /** A folder that is empty. */
  readonly dir: string;
  readonly seed: number;
  /** How many processes are ended by signals. */
  readonly kills: number;
  /** How many of them crawl one site. */
  readonly killsPerCrawl: number;
  /** How many pages a site has. */
  readonly pages: number;
}

/** How many crawls there are at once. */
const LANES = 2;

/** Crawls sites by processes that are ended again and again, and looks at what is left. */
export async function crashCrawl(options: CrawlCrashOptions): Promise<CrashReport> {
  const { kills, killsPerCrawl } = options;
  const crawls = Array.from({ length: Math.ceil(kills / killsPerCrawl) }, (_, crawl) => crawl);
  const rounds: CrawlRound[] = [];
  const next = crawls.values();
  const lane = async (): Promise<void> => {
    for (const crawl of next) {
      const blows = Math.min(killsPerCrawl, kills - crawl * killsPerCrawl);
      rounds[crawl] = await crawlRound(options, crawl, blows);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    lines: rounds.map(({ line }, crawl) => `crawl ${crawl}: ${line}`),
    faults: rounds.flatMap(({ faults }, crawl) =>
      faults.map((fault) => `crawl ${crawl}: ${fault}`),
    ),
  };
}

interface CrawlRound {
  readonly line: string;
  readonly faults: readonly string[];
}

/** One crawl, whose process is ended so many times; the first beside one that is not disturbed. */
async function crawlRound(
  { dir, pages, seed }: CrawlCrashOptions,
  crawl: number,
  blows: number,
): Promise<CrawlRound> {
  const site = new CrashSite(seed + crawl, pages);
  const chance = new Chance(seed, crawl);
  const format = crawl % 2 === 0 ? "jsonl" : "csv";
  const filesOf = (name: string): CrawlFiles => ({
    state: join(dir, `${crawl}-${name}.db`),
    out: join(dir, `${crawl}-${name}.${format}`),
  });
  await using server = await CrashServer.start(site);
  const files = filesOf("killed");
  const args = crawlArgs(server, files);
  const faults = crawl === 0 ? [...(await undisturbed(site, filesOf("undisturbed")))] : [];
  const told: string[] = [];
  let again = 0;
  for (let n = 0; n < blows; n++) {
    const blow = drawBlow(chance, Math.ceil((2 * pages) / blows));
    const end = await live(args, server, blow);
    if (end.code === 0) break;
    told.push(`${blow.ending} after ${blow.requests}`);
    const isInOrder = end.code !== null && blow.ending !== "SIGINT twice";
    if (!isInOrder) again += CONCURRENCY;
    const wrong = [...wrongEnd(end, blow), ...(isInOrder ? await wrongWhenStopped(files) : [])];
    faults.push(...wrong.map((fault) => `${blow.ending} ${n}: ${fault}`));
  }
  faults.push(...wrongEnd(await command(args)), ...(await wrongAtEnd(files, site, server)));
  const twice = [...server.sent.values()].reduce((sum, times) => sum + times - 1, 0);
  if (twice > again) faults.push(`${twice} pages were fetched again: expected at most ${again}`);
  const bytes = await readFile(files.out);
  faults.push(...wrongEnd(await command(args)));
  if (!bytes.equals(await readFile(files.out))) faults.push("a crawl that had ended wrote again");
  return { line: `${pages} pages, ${twice} fetched again; ${told.join(", ")}`, faults };
}

/** What is wrong with a crawl of the site whose process nobody ends. */
async function undisturbed(site: CrashSite, files: CrawlFiles): Promise<readonly string[]> {
  await using server = await CrashServer.start(site);
  const faults = wrongEnd(await command(crawlArgs(server, files)));
  return [...faults, ...(await wrongAtEnd(files, site, server))].map((fault) => `calm: ${fault}`);
}

/** What is wrong with how a process ended: without a blow, it must end well. */
function wrongEnd({ code, signal, stderr }: CommandEnd, blow?: Blow): readonly string[] {
  const isEnded = code === 130 || code === 143 || (signal !== null && signal !== OVERDUE);
  const isAsTold = blow !== undefined && isEnded;
  if (code === 0 || isAsTold) return [];
  return [`it ended with ${code ?? String(signal)}: ${stderr.trim()}`];
}
