import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Chance } from "../fuzz/chance.ts";
import type { CrashReport } from "./cache-crash.ts";
import { CrashServer } from "./crash-server.ts";
import { CrashSite } from "./crash-site.ts";
import { type Blow, drawBlow, live, type LifeEnd } from "./crawl-life.ts";
import { type CrawlFiles, wrongAtEnd, wrongWhenStopped } from "./left-crawl.ts";

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

const CONCURRENCY = 8;

/** Crawls one site after another by processes that are ended again and again, and looks at what is left. */
export async function crashCrawl(options: CrawlCrashOptions): Promise<CrashReport> {
  const { kills, killsPerCrawl } = options;
  const lines: string[] = [];
  const faults: string[] = [];
  for (let killed = 0, crawl = 0; killed < kills; crawl++) {
    const blows = Math.min(killsPerCrawl, kills - killed);
    const round = await crawlRound(options, crawl, blows);
    killed += blows;
    lines.push(`crawl ${crawl}: ${round.line}`);
    faults.push(...round.faults.map((fault) => `crawl ${crawl}: ${fault}`));
  }
  return { lines, faults };
}

interface CrawlRound {
  readonly line: string;
  readonly faults: readonly string[];
}

/** One crawl, whose process is ended so many times, beside one that is not disturbed. */
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
  await using calm = await CrashServer.start(site);
  await using server = await CrashServer.start(site);
  const undisturbed = await live(argsOf(calm, filesOf("undisturbed")));
  const files = filesOf("killed");
  const args = argsOf(server, files);
  const faults = [
    ...wrongEnd(undisturbed),
    ...(await wrongAtEnd(filesOf("undisturbed"), site, calm)),
  ];
  const told: string[] = [];
  let again = 0;
  for (let n = 0; n < blows; n++) {
    const blow = drawBlow(chance, Math.ceil((2 * pages) / blows));
    const end = await live(args, { server, blow });
    if (end.code === 0) break;
    told.push(`${blow.ending} after ${blow.requests}`);
    const isInOrder = end.code !== null && blow.ending !== "SIGINT twice";
    if (!isInOrder) again += CONCURRENCY;
    const wrong = [...wrongEnd(end, blow), ...(isInOrder ? await wrongWhenStopped(files) : [])];
    faults.push(...wrong.map((fault) => `${blow.ending} ${n}: ${fault}`));
  }
  faults.push(...wrongEnd(await live(args)), ...(await wrongAtEnd(files, site, server)));
  const twice = [...server.sent.values()].reduce((sum, times) => sum + times - 1, 0);
  if (twice > again) faults.push(`${twice} pages were fetched again: expected at most ${again}`);
  const bytes = await readFile(files.out);
  faults.push(...wrongEnd(await live(args)));
  if (!bytes.equals(await readFile(files.out))) faults.push("a crawl that had ended wrote again");
  return { line: `${pages} pages, ${twice} fetched again; ${told.join(", ")}`, faults };
}

function argsOf({ port }: CrashServer, { out, state }: CrawlFiles): readonly string[] {
  return [
    "crawl",
    `http://h0.crash.test:${port}/page/0`,
    "--scope=same-domain",
    `--resolve=*:${port}:127.0.0.1`,
    "--delay=0",
    `--concurrency=${CONCURRENCY}`,
    `--state=${state}`,
    `--out=${out}`,
    "--quiet",
  ];
}

/** What is wrong with how a process ended: without a blow, it must end well. */
function wrongEnd({ code, signal, stderr }: LifeEnd, blow?: Blow): readonly string[] {
  const isAsTold = blow !== undefined && (signal !== null || code === 130 || code === 143);
  if (code === 0 || isAsTold) return [];
  return [`it ended with ${code ?? String(signal)}: ${stderr.trim()}`];
}
