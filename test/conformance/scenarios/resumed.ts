import { spawn } from "node:child_process";
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
  const { kill = "", seed, stop = kill } = scenario;
  const count = Number(
    /-> \/(\d+),/.exec(scenario.site ?? "")?.[1] ?? numberIn(scenario.site ?? seed),
  );
  const folder = await mkdtemp(join(tmpdir(), "pagoda-resumed-"));
  const out = join(folder, "pages.jsonl");
  const asked: string[] = [];
  const last = /at (\/\d+)/.exec(stop)?.[1];
  let strike: (() => void) | undefined;
  await using server: TestServer = await serveHttp(({ url = "" }, response) => {
    answer({ url, origin: server.origin, count, isChain: last !== undefined }, response);
    if (/\/\d+$/.test(url)) asked.push(url);
    if (last === undefined ? asked.length > numberIn(stop) : url === last) strike?.();
  });
  const args = [
    command,
    "crawl",
    `${server.origin}/1`,
    ...(seed === undefined ? [] : ["--sitemap"]),
    "--delay=0",
    `--out=${out}`,
    `--state=${join(folder, "crawl.db")}`,
    "--quiet",
  ];
  for (const signal of [/^SIG\w+/.exec(stop)?.[0] ?? "SIGKILL", undefined]) {
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const ended = once(child, "exit");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- named by the scenario
    if (signal !== undefined) strike = () => void child.kill(signal as NodeJS.Signals);
    await ended;
    strike = undefined;
  }
  const exported = pathsIn(await readFile(out, "utf8"));
  await rm(folder, { recursive: true });
  return {
    pages: new Set(exported).size,
    pages_exported_at_least_once: new Set(exported).size,
    last_page: exported.at(-1),
    refetched: asked.length - new Set(asked).size,
    seed_page_fetches: asked.filter((url) => url === "/1").length,
    concurrency: CONCURRENCY,
  };
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
