import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { serveHttp, type TestServer } from "../../support/server.ts";
import type { Facts, Scenario } from "./scenario.ts";

const command = fileURLToPath(new URL("../cli/main.js", import.meta.resolve("pagoda/engine")));
const CONCURRENCY = 16; // the default of the command

/** A crawl by the command, whose process gets a signal in its midst, and which is then run again. */
export async function resumed(scenario: Scenario): Promise<Facts> {
  const { kill = "", stop = kill } = scenario;
  const last = /at (\/\d+)/.exec(stop)?.[1];
  const signal = stop.startsWith("SIGINT") ? "SIGINT" : "SIGKILL";
  const site = { count: countOf(scenario), isChain: last !== undefined };
  const isTime = (url: string): boolean =>
    last === undefined ? asked.length > numberIn(stop) : url === last;
  const folder = await mkdtemp(join(tmpdir(), "pagoda-resumed-"));
  const asked: string[] = [];
  let first: ChildProcess | undefined;
  await using server: TestServer = await serveHttp(({ url = "" }, response) => {
    answer({ ...site, url, origin: server.origin }, response);
    if (/\/\d+$/.test(url)) asked.push(url);
    if (isTime(url)) first?.kill(signal);
  });
  const out = join(folder, "pages.jsonl");
  const args = argsOf(scenario, server.origin, { out, state: join(folder, "crawl.db") });
  first = spawn(process.execPath, args, { stdio: "ignore" });
  await once(first, "exit");
  await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit");
  const exported = pathsIn(await readFile(out, "utf8"));
  await rm(folder, { recursive: true });
  const pages = new Set(exported).size;
  return {
    pages,
    pages_exported_at_least_once: pages,
    last_page: exported.at(-1),
    refetched: asked.length - new Set(asked).size,
    seed_page_fetches: asked.filter((url) => url === "/1").length,
    concurrency: CONCURRENCY,
  };
}

/** `200 pages`, `chain /1 -> /2 -> ... -> /50, ...`, or `... sitemap of 100 URLs`. */
function countOf({ seed, site = seed }: Scenario): number {
  return Number(/-> \/(\d+),/.exec(site ?? "")?.[1] ?? numberIn(site));
}

function argsOf(
  { seed }: Scenario,
  origin: string,
  { out, state }: { readonly out: string; readonly state: string },
): readonly string[] {
  const start = seed === undefined ? [`${origin}/1`] : [`${origin}/1`, "--sitemap"];
  return [command, "crawl", ...start, "--delay=0", `--out=${out}`, `--state=${state}`, "--quiet"];
}

interface Asked {
  readonly url: string;
  readonly origin: string;
  readonly count: number;
  readonly isChain: boolean;
}

/** Pages that lead to the next, or to two; and a sitemap of all. */
function answer({ count, isChain, origin, url }: Asked, response: ServerResponse): void {
  const n = Number(url.slice(1));
  if (url === "/robots.txt") response.end(`Sitemap: ${origin}/sitemap.xml`);
  else if (url === "/sitemap.xml") {
    const urls = Array.from(
      { length: count },
      (_, at) => `<url><loc>${origin}/${at + 1}</loc></url>`,
    );
    const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
    response.end(`<urlset xmlns="${namespace}">${urls.join("")}</urlset>`);
  } else {
    const links = (isChain ? [n + 1] : [2 * n, 2 * n + 1]).filter((to) => to <= count);
    response.setHeader("content-type", "text/html");
    response.end(links.map((to) => `<a href="/${to}">${to}</a>`).join(""));
  }
}

function numberIn(words = ""): number {
  return Number(/\d+/.exec(words)?.[0] ?? 0);
}

function pathsIn(lines: string): readonly string[] {
  const items = lines.split("\n").slice(0, -1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the command documents it
  return items.map((line) => new URL((JSON.parse(line) as { readonly url: string }).url).pathname);
}
