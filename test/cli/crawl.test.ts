import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Host, page, redirect } from "../../examples/demo/host.ts";
import { serveSite, type Site } from "../../examples/demo/site.ts";
import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import type { HostStats } from "../../src/engine/stats/host-table.ts";
import { csvRecords } from "../support/csv-records.ts";
import { type Ended, folder, itemsOf, pagoda } from "./command.ts";

describe("pagoda crawl", { concurrent: true }, () => {
  it("writes a line of JSON a page to the standard output", async () => {
    const { code, stdout } = await crawl([shop]);
    expect(code).toBe(0);
    expect(itemsOf(stdout)[0]).toEqual({
      url: expect.stringMatching(/^http:\/\/shop\.test:\d+\/$/),
      status: 200,
      depth: 0,
      contentType: "text/html; charset=utf-8",
      bytes: expect.any(Number),
      title: "Shop",
      links: 5,
    });
    expect(pathsOf(stdout)).toEqual(["/", "/a", "/b", "/b/deep", "/b/deep/er", "/private"]);
  });

  it("writes them to the file of --out, and nothing to the standard output", async () => {
    await using dir = await folder();
    const out = join(dir.path, "pages.jsonl");
    await writeFile(out, "what was there before\n");
    expect((await crawl([shop], "--out", out)).stdout).toBe("");
    expect(itemsOf(await readFile(out, "utf8"))).toHaveLength(6);
  });

  it("writes CSV with --format csv, and to a file that is called so", async () => {
    await using dir = await folder();
    const out = join(dir.path, "pages.csv");
    await crawl([shop], "--out", out);
    const { stdout } = await crawl([shop], "--format", "csv");
    const [columns, first] = csvRecords(stdout);
    expect(csvRecords(await readFile(out, "utf8"))).toHaveLength(7);
    expect(columns).toEqual(["url", "status", "depth", "contentType", "bytes", "title", "links"]);
    expect(first?.slice(1, 4)).toEqual(["200", "0", "text/html; charset=utf-8"]);
    expect((await crawl([shop], "--out", `${out}.jsonl`, "--format", "csv")).code).toBe(0);
    expect(csvRecords(await readFile(`${out}.jsonl`, "utf8"))).toHaveLength(7);
  });

  it("goes no deeper than --depth", async () => {
    const { stdout } = await crawl([shop], "--depth", "1");
    expect(pathsOf(stdout)).toEqual(["/", "/a", "/b", "/private"]);
  });

  it("fetches no more than --max-pages, which is success", async () => {
    const { code, stderr, stdout } = await crawl([shop], "--max-pages", "3");
    expect({ code, pages: itemsOf(stdout).length }).toEqual({ code: 0, pages: 3 });
    expect(stderr).toContain("Stopped at --max-pages");
  });

  it.each([
    // A busy machine takes its time for the first page, without which it is no success.
    ["--max-time", "3s", "1s"],
    ["--max-total-bytes", "5kB", "0"],
    ["--max-errors", "2", "0"],
  ])("stops at %s, which is success", async (name, value, delay) => {
    const { code, stderr } = await crawl([endless], "--no-robots", "--delay", delay, name, value);
    expect(stderr).toContain(`Stopped at ${name}`);
    expect(code).toBe(0);
  });

  it("fails with the first error where it is to --fail-fast", async () => {
    const { code, stderr } = await crawl([endless], "--max-pages", "50", "--fail-fast");
    expect(stderr).toMatch(/^pagoda: .* answered 404$/m);
    expect(code).toBe(1);
  });

  it("narrows by --include and --exclude, but never widens", async () => {
    const patterns = ["--include", "*/b*", "--include", "*other.test*", "--exclude", "*/er"];
    const { stdout } = await crawl([shop, other], ...patterns);
    expect(pathsOf(stdout)).toEqual(["/", "/b", "/b/deep"]);
  });

  it("follows links to other hosts with --scope all only", async () => {
    expect(urlsOf((await crawl([shop, other])).stdout).join()).not.toContain("other.test");
    expect(urlsOf((await crawl([shop, other], "--scope", "all")).stdout).join()).toContain(
      "other.test",
    );
  });

  it("keeps to robots.txt unless --no-robots", async () => {
    const rules = withRobots("User-agent: *\nDisallow: /private");
    const { stderr, stdout } = await crawl([rules]);
    expect(pathsOf(stdout)).not.toContain("/private");
    expect(stderr).toMatch(/not fetched.*robots 1/);

    await using site = await serveSite([rules]);
    expect(pathsOf((await crawlSite(site, "--no-robots")).stdout)).toContain("/private");
    expect(site.log.map(({ path }) => path)).not.toContain("/robots.txt");
  });

  it("asks robots.txt by the name of --user-agent", async () => {
    const rules = withRobots("User-agent: shop-bot\nDisallow: /private");
    expect(pathsOf((await crawl([rules])).stdout)).toContain("/private");
    const { stdout } = await crawl([rules], "--user-agent", "shop-bot/1.0");
    expect(pathsOf(stdout)).not.toContain("/private");
  });

  it("takes several --user-agent in turns, and sends --header with each request", async () => {
    await using site = await serveSite([shop]);
    const agents = ["one/1", "two/2"].flatMap((agent) => ["--user-agent", agent]);
    await crawlSite(site, ...agents, "--header", "X-Shop: yes", "--concurrency", "1");
    const sent = site.log.map(({ headers }) => headers["user-agent"]);
    expect(sent).toEqual(["one/1", "two/2", "one/1", "two/2", "one/1", "two/2", "one/1"]);
    expect(new Set(site.log.map(({ headers }) => headers["x-shop"]))).toEqual(new Set(["yes"]));
  });

  it("asks for no page a second time with --cache", async () => {
    await using dir = await folder();
    await using site = await serveSite([shop]);
    const first = await crawlSite(site, "--cache", dir.path, "--no-robots");
    const asked = site.log.length;
    const second = await crawlSite(site, "--cache", dir.path, "--no-robots");
    expect(site.log).toHaveLength(asked);
    expect(pathsOf(second.stdout)).toEqual(pathsOf(first.stdout));
    expect(second.stderr).toContain("6 from the cache");
  });

  it("repeats what failed --retries times", async () => {
    const broken: Host = { name: "shop.test", pages: [], routes: { "/": { status: 503 } } };
    await using site = await serveSite([broken]);
    await crawlSite(site, "--no-robots", "--retries", "1");
    expect(site.log).toHaveLength(2);
  });

  it("gives up after --timeout", async () => {
    const silent: Host = {
      name: "shop.test",
      pages: [],
      routes: { "/": () => new Promise(() => {}) },
    };
    const { code, stderr } = await crawl(
      [silent],
      "--no-robots",
      "--timeout",
      "50ms",
      "--retries",
      "0",
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/errors +timeout 1/);
  });

  it("refuses bodies over --max-bytes", async () => {
    const { stderr } = await crawl([shop], "--max-bytes", "10");
    expect(stderr).toMatch(/errors +too_large 1/);
  });

  it("fails when no page could be fetched, and tells why in one line, also when --quiet", async () => {
    const { code, stderr } = await pagoda([
      "crawl",
      "http://127.0.0.1:9/",
      "--retries=0",
      "--quiet",
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^pagoda: No page could be fetched \(http:\/\/127\.0\.0\.1:9\/: .+\)\n$/,
    );
  });

  it("prints nothing when --quiet", async () => {
    expect((await crawl([shop], "--quiet")).stderr).toBe("");
  });

  it("prints what becomes of each URL when --verbose", async () => {
    const moved: Host = {
      name: "shop.test",
      pages: [],
      routes: {
        "/": page("Moved", ["/old", "/busy", "http://other.test/"]),
        "/old": redirect("/new"),
        "/new": page("New"),
        "/busy": ({ before }) => (before === 0 ? { status: 503 } : page("Busy")),
      },
    };
    const { stderr } = await crawl([moved], "--verbose");
    expect(stderr).toMatch(/^fetched .*\/new \(status 200, depth 1\)$/m);
    expect(stderr).toMatch(/^redirected .*\/old \(to .*\/new\)$/m);
    expect(stderr).toMatch(/^retry .*\/busy \(.*503\)$/m);
    expect(stderr).toMatch(/^not fetched http:\/\/other\.test\/ \(scope\)$/m);
  });

  it("writes its figures to --metrics-json, whole, and leaves nothing beside", async () => {
    await using dir = await folder();
    await crawl([shop], "--metrics-json", join(dir.path, "metrics.json"));
    expect(await readdir(dir.path)).toEqual(["metrics.json"]);
    const metrics = await metricsIn(dir.path);
    expect(metrics).toMatchObject({
      pages: 6,
      items: 6,
      hosts: 1,
      stopReason: "finished",
      errors: {},
    });
    expect(metrics.statuses["200"]).toBe(6);
    expect(metrics.hostStats).toEqual([
      {
        host: "shop.test",
        requests: 6,
        failures: 0,
        bytes: metrics.bytes,
        meanMs: expect.any(Number),
        maxMs: metrics.latency.maxMs,
      },
    ]);
  });

  it("takes a URL without a scheme for https", async () => {
    const { stderr } = await pagoda(["crawl", "127.0.0.1:9/", "--retries=0", "--quiet"]);
    expect(stderr).toContain("https://127.0.0.1:9/");
  });
});

/** A small site: six pages and a link out. */
const shop: Host = {
  name: "shop.test",
  pages: [],
  routes: {
    "/": ({ url }) => page("Shop", ["/a", "/b", "/private", "/a#top", url("other.test", "/")]),
    "/a": page("A", ["/"]),
    "/b": page("B", ["/b/deep"]),
    "/b/deep": page("Deep", ["/b/deep/er"]),
    "/b/deep/er": page("Deeper"),
    "/private": page("Private"),
  },
};

/** Pages without end, each with a link to one that is missing. */
const endless: Host = {
  name: "shop.test",
  pages: [],
  routes: {
    "/*": ({ path }) =>
      path.endsWith("x") ? { status: 404 } : page("More", [`${path}a`, `${path}b`, `${path}x`]),
  },
};

const other: Host = { name: "other.test", pages: [], routes: { "/": page("Other") } };

function withRobots(body: string): Host {
  return { ...shop, routes: { ...shop.routes, "/robots.txt": { body } } };
}

async function crawl(hosts: readonly Host[], ...options: readonly string[]): Promise<Ended> {
  await using site = await serveSite(hosts);
  return await crawlSite(site, ...options);
}

function crawlSite({ port, url }: Site, ...options: readonly string[]): Promise<Ended> {
  const resolve = `*:${port}:127.0.0.1`;
  return pagoda(["crawl", url("shop.test", "/"), "--delay=0", "--resolve", resolve, ...options]);
}

function urlsOf(stdout: string): readonly string[] {
  return itemsOf(stdout).map(({ url }) => url);
}

function pathsOf(stdout: string): readonly string[] {
  return urlsOf(stdout)
    .map((url) => new URL(url).pathname)
    .toSorted();
}

async function metricsIn(
  dir: string,
): Promise<CrawlStats & { readonly hostStats: readonly HostStats[] }> {
  return JSON.parse(await readFile(join(dir, "metrics.json"), "utf8"));
}
