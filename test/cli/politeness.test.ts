import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { serveHttp } from "../support/server.ts";
import { folder, pagoda } from "./command.ts";

describe("pagoda crawl, politely", { concurrent: true }, () => {
  it.each([
    ["address", ["a.one.test", "b.two.test", "c.three.test", "d.four.test"]],
    ["domain", ["a.one.test", "b.one.test", "c.one.test", "d.one.test"]],
  ])("has one pace for hosts of one %s with --limit-by", async (limitBy, hosts) => {
    const stats = await crawl(hosts, "--delay", "300ms", "--limit-by", limitBy);
    expect(stats.pages).toBe(4);
    expect(stats.elapsedMs).toBeGreaterThanOrEqual(3 * 300);
  });

  it("begins slowly with --auto-throttle", async () => {
    const stats = await crawl(["a.test/1", "a.test/2"], "--auto-throttle");
    expect(stats.pages).toBe(2);
    expect(stats.elapsedMs).toBeGreaterThanOrEqual(5000 / 2);
  });

  it("knows no other ways to limit", async () => {
    const { code, stderr } = await pagoda(["crawl", "a.test", "--limit-by", "ip"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Allowed choices are host, domain, address.");
  });
});

/** Crawls what is at one address under several names. */
async function crawl(pages: readonly string[], ...options: readonly string[]): Promise<CrawlStats> {
  await using server = await serveHttp((_, response) => response.end("page"));
  await using dir = await folder();
  const urls = pages.map((page) => {
    const [host = "", path = ""] = page.split("/");
    return `http://${host}:${server.port}/${path}`;
  });
  const resolve = `*:${server.port}:127.0.0.1`;
  const metrics = join(dir.path, "metrics.json");
  const paths = ["--resolve", resolve, "--metrics-json", metrics];
  await pagoda(["crawl", ...urls, "--no-robots", ...paths, ...options]);
  return JSON.parse(await readFile(metrics, "utf8"));
}
