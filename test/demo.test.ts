import { EventEmitter, once } from "node:events";

import { beforeAll, describe, expect, it } from "vitest";

import type { Host } from "../examples/demo/host.ts";
import { demoHosts } from "../examples/demo/hosts.ts";
import { busy, retryAfterMs } from "../examples/demo/hosts/busy.ts";
import { crawlDelayMs } from "../examples/demo/hosts/polite.ts";
import { titles } from "../examples/demo/hosts/texts.ts";
import { type LogEntry, serveSite } from "../examples/demo/site.ts";
import { type Ended, itemsOf, type PageItem, pagoda } from "./cli/command.ts";

const DELAY_MS = 25;

/** How late the server may be to see a request, on a machine that has much to do. */
const LATE_MS = 1000;

/** Two clocks may read a little apart. */
const READING_MS = 5;

describe("a crawl of the sample site", () => {
  let crawled: Crawled;
  beforeAll(async () => {
    crawled = await crawl(DELAY_MS);
  });

  it("comes to its end", () => {
    expect(crawled.code).toBe(0);
  });

  it("parses exactly the pages that are there, each once", () => {
    const parsed = crawled.items.map(({ url }) => url);
    expect(parsed.toSorted()).toEqual(crawled.pages.toSorted());
  });

  it("asks for each page once, but for those that failed at first", () => {
    const counts = countsOf(crawled.log.filter((entry) => isPage(crawled.hosts, entry)));
    const twice = new Set(["busy.pagoda.test/2", "busy.pagoda.test/4", "odd.pagoda.test/flaky"]);
    const expected = crawled.pages.map((url): [string, number] => {
      const name = url.replace(/^http:\/\/([^:]+):\d+/, "$1");
      return [name, twice.has(name) ? 2 : 1];
    });
    expect(counts).toEqual(new Map(expected));
  });

  it("asks for nothing else than robots.txt, redirects and what is no page", () => {
    const others = crawled.log.filter((entry) => !isPage(crawled.hosts, entry));
    const counts = countsOf(others.filter(({ path }) => !path.startsWith("/loop")));
    const expected = [
      ...crawled.hosts.map(({ name }) => `${name}/robots.txt`),
      ...["/old", "/newer", "/away", "/nowhere"].map((path) => `moved.pagoda.test${path}`),
      ...["/missing", "/gone", "/huge"].map((path) => `odd.pagoda.test${path}`),
    ];
    expect(counts).toEqual(new Map(expected.map((name) => [name, 1])));
  });

  it("reads each text in its encoding", () => {
    const texts = crawled.items.filter(({ url }) => url.startsWith("http://texts.pagoda.test"));
    const read = Object.fromEntries(texts.map(({ title, url }) => [new URL(url).pathname, title]));
    expect(read).toMatchObject(titles);
  });

  it("asks no host faster than its delay", () => {
    for (const { name } of crawled.hosts) {
      const starts = startsAt(crawled.log, name);
      const delayMs = name === "polite.pagoda.test" ? crawlDelayMs : DELAY_MS;
      for (const [n, first] of starts.entries()) {
        for (const [m, later] of starts.slice(n).entries()) {
          expect(later - first).toBeGreaterThanOrEqual(m * delayMs - LATE_MS);
        }
      }
    }
  });

  it("lets a slow host hold nobody up: all others had been answered before its first links were", () => {
    const answered = crawled.log.filter(
      (entry) => isPage(crawled.hosts, entry) && entry.status === 200,
    );
    const inOrder = answered.toSorted((a, b) => (a.ended ?? 0) - (b.ended ?? 0));
    const firstHeldUp = inOrder.findIndex(isHeldUp);
    expect(inOrder.slice(firstHeldUp).every(isHeldUp)).toBe(true);
  });
});

describe("a crawl of a host that has had too much", () => {
  it("asks for nothing until Retry-After is over", async () => {
    await using site = await serveSite([busy]);
    const url = site.url(busy.name, "/");
    // One call at a time, so that nothing is under way when a refusal comes.
    const args = ["--delay=0", "--per-host=1", "--resolve", `*:${site.port}:127.0.0.1`];
    const { stdout } = await pagoda(["crawl", url, ...args]);
    expect(itemsOf(stdout)).toHaveLength(busy.pages.length);
    const refusals = site.log.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(2);
    for (const refusal of refusals) {
      const next = site.log[site.log.indexOf(refusal) + 1];
      const waitedMs = (next?.at ?? Number.NaN) - refusal.at;
      expect(waitedMs).toBeGreaterThanOrEqual(retryAfterMs - READING_MS);
    }
  });
});

interface Crawled extends Ended {
  readonly hosts: readonly Host[];
  /** URLs of all pages that are there. */
  readonly pages: readonly string[];
  readonly items: readonly PageItem[];
  readonly log: readonly LogEntry[];
}

/** Crawls the site, whose slow host answers what it links to when all others have been answered. */
async function crawl(delayMs: number): Promise<Crawled> {
  const othersAnswered = new EventEmitter();
  const released = once(othersAnswered, "all");
  const hosts = demoHosts(async (path) => {
    if (path !== "/") await released;
  });
  let left = hosts.flatMap(({ pages }) => pages).length - heldUp(hosts);
  await using site = await serveSite(hosts, (entry) => {
    if (isPage(hosts, entry) && entry.status === 200 && !isHeldUp(entry) && --left === 0)
      othersAnswered.emit("all");
  });
  const pages = hosts.flatMap((host) => host.pages.map((path) => site.url(host.name, path)));
  const resolve = `*:${site.port}:127.0.0.1`;
  const args = ["--scope=same-domain", "--resolve", resolve, `--delay=${delayMs}`, "--quiet"];
  const ended = await pagoda(["crawl", site.url("www.pagoda.test", "/"), ...args]);
  return { ...ended, hosts, pages, items: itemsOf(ended.stdout), log: site.log };
}

function isHeldUp({ host, path }: LogEntry): boolean {
  return host === "slow.pagoda.test" && path !== "/" && path !== "/robots.txt";
}

function heldUp(hosts: readonly Host[]): number {
  const slow = hosts.find(({ name }) => name === "slow.pagoda.test");
  return (slow?.pages.length ?? 0) - 1;
}

function isPage(hosts: readonly Host[], { host, path }: LogEntry): boolean {
  return hosts.some(({ name, pages }) => name === host && pages.includes(path));
}

function countsOf(log: readonly LogEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { host, path } of log) counts.set(host + path, (counts.get(host + path) ?? 0) + 1);
  return counts;
}

function startsAt(log: readonly LogEntry[], name: string): readonly number[] {
  return log.filter(({ host }) => host === name).map(({ at }) => at);
}
