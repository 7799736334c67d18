import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Host, page, range } from "../../examples/demo/host.ts";
import { serveSite } from "../../examples/demo/site.ts";
import { folder, itemsOf, pagoda, type Running, start } from "./command.ts";

const PAGES = 60;

describe("pagoda crawl --state", () => {
  it("goes on after Ctrl-C, a second Ctrl-C, SIGTERM and a kill, each page once", async () => {
    await using dir = await folder();
    let asked = 0;
    let strike: (() => void) | undefined;
    await using site = await serveSite([web], () => {
      if (++asked === 10) strike?.();
    });
    const state = join(dir.path, "crawl.db");
    const out = join(dir.path, "pages.jsonl");
    const reach = ["--delay=0", "--no-robots", `--resolve=*:${site.port}:127.0.0.1`];
    const begin = [site.url("web.test", "/0"), "--out", out, "--concurrency=4", ...reach];
    const ends: unknown[] = [];
    for (const ending of [interrupt, interruptTwice, terminate, kill, () => {}]) {
      asked = 0;
      const running = start(["crawl", "--state", state, ...(ends.length === 0 ? begin : [])]);
      strike = () => ending(running);
      const { code, stderr } = await running.ended;
      ends.push([code, stderr.includes(`To go on: pagoda crawl --state ${state}`)]);
    }
    expect(ends).toEqual([
      [130, true],
      [130, true],
      [143, true],
      [null, false],
      [0, false],
    ]);
    const titles = itemsOf(await readFile(out, "utf8")).map(({ title }) => Number(title));
    expect(titles.toSorted((a, b) => a - b)).toEqual(range(0, PAGES - 1));
  });
});

describe("commands for its database", () => {
  it("tell of a crawl, retry what failed and export its pages, by their exit codes too", async () => {
    await using dir = await folder();
    await using site = await serveSite([{ ...web, routes: { "/0": page("0", ["/gone"]) } }]);
    const url = site.url("web.test", "/0");
    const reach = ["--delay=0", "--no-robots", `--resolve=*:${site.port}:127.0.0.1`];
    const inDir = (...args: readonly string[]): ReturnType<typeof pagoda> => pagoda(args, dir.path);
    expect((await inDir("crawl", url, "--state=crawl.db", "--quiet", ...reach)).code).toBe(0);
    const [status, why, unknown, exported, none] = await Promise.all([
      inDir("status", "crawl.db", "--json"),
      inDir("why", "crawl.db", site.url("web.test", "/gone")),
      inDir("why", "crawl.db", site.url("web.test", "/never"), "--json"),
      inDir("export", "crawl.db", "--format=csv"),
      inDir("status", "none.db"),
    ]);
    expect(JSON.parse(status.stdout)).toMatchObject({
      state: "finished",
      notFetched: { failed: 1 },
    });
    expect(why).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("failed, not_found, 404"),
    });
    expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([1, { fate: "unknown" }]);
    expect(exported.stdout).toMatch(/^url,status.*\r\nhttp.*\/0,200,.*\r\n$/);
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^pagoda: .*none\.db: .*\n$/),
    });
    expect((await inDir("retry-failed", "crawl.db", "--status=404")).stdout).toBe(
      "1 request waits again\n",
    );
    const again = await inDir("crawl", "--state", "crawl.db");
    expect(again.stderr).toContain("1 of 2 URLs left");
  });
});

function interrupt({ child }: Running): void {
  child.kill("SIGINT");
}

function interruptTwice({ child, says }: Running): void {
  child.kill("SIGINT");
  void says("Stopping").then(() => child.kill("SIGINT"));
}

function terminate({ child }: Running): void {
  child.kill("SIGTERM");
}

function kill({ child }: Running): void {
  child.kill("SIGKILL");
}

/** Each page links to two more. */
const web: Host = {
  name: "web.test",
  pages: [],
  routes: Object.fromEntries(
    range(0, PAGES - 1).map((n) => [
      `/${n}`,
      page(
        `${n}`,
        [2 * n + 1, 2 * n + 2].filter((to) => to < PAGES).map((to) => `/${to}`),
      ),
    ]),
  ),
};
