import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import { type Host, page } from "../../../examples/demo/host.ts";
import { serveSite, type Site } from "../../../examples/demo/site.ts";
import { Interrupts } from "../../../src/cli/interrupts.ts";
import { runCrawl } from "../../../src/cli/run-crawl.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import { readItems, readStatus, SqliteFrontier } from "../../../src/sqlite/index.ts";
import { folder, itemsOf } from "../command.ts";
import { typedOf } from "../typed-of.ts";

const PAGES = 20;

describe("pagoda crawl --state", { concurrent: false }, () => {
  it("goes on where it stood, by the file alone, and puts out each page once", async () => {
    await using crawl = await setUp();
    const first = await crawl.run(crawl.start, "--max-pages=7", `--out=${crawl.path("out.jsonl")}`);
    expect(first).toMatchObject({ code: 0 });
    expect(first.told.at(-1)).toBe(`To go on: pagoda crawl --state ${crawl.state}`);
    expect(readStatus(crawl.state)).toMatchObject({ state: "stopped", pages: 7 });
    const second = await crawl.run();
    expect(second.told[0]).toMatch(/^Going on with .*crawl\.db: \d+ of \d+ URLs left$/);
    expect(second.told.join()).not.toContain("To go on");
    const items = itemsOf(readFileSync(crawl.path("out.jsonl"), "utf8"));
    expect(items.map(({ title }) => Number(title)).toSorted((a, b) => a - b)).toEqual(all);
    expect(crawl.site.log).toHaveLength(PAGES);
    expect(readStatus(crawl.state)).toMatchObject({
      state: "finished",
      pages: PAGES,
      items: PAGES,
    });
  });

  it("has nothing to do once it is at its end, which is success", async () => {
    await using crawl = await setUp();
    await crawl.run(crawl.start);
    const again = await crawl.run(crawl.start);
    expect(again).toMatchObject({ code: 0 });
    expect(again.told[0]).toBe(`Nothing was left to fetch in ${crawl.state}`);
    expect(crawl.site.log).toHaveLength(PAGES);
  });

  it("keeps items for export without --out, and gives all to another --out that comes later", async () => {
    await using crawl = await setUp();
    await crawl.run(crawl.start, "--max-pages=7", `--out=${crawl.path("a.jsonl")}`);
    await crawl.run(`--out=${crawl.path("b.csv")}`);
    expect([...readItems(crawl.state)]).toHaveLength(PAGES);
    expect(itemsOf(readFileSync(crawl.path("a.jsonl"), "utf8"))).toHaveLength(7);
    expect(readFileSync(crawl.path("b.csv"), "utf8").trim().split("\r\n")).toHaveLength(PAGES + 1);
  });

  it("cuts off what was not committed, and refuses a file that was changed before", async () => {
    await using crawl = await setUp();
    const out = crawl.path("out.jsonl");
    await crawl.run(crawl.start, "--max-pages=3", `--out=${out}`);
    appendFileSync(out, '{"half": "a li');
    await crawl.run("--max-pages=3");
    const text = readFileSync(out, "utf8");
    expect(itemsOf(text)).toHaveLength(6);
    writeFileSync(out, text.slice(0, 100));
    const before = readStatus(crawl.state).pages;
    await expect(crawl.run()).rejects.toThrow(
      /^--out: Expected .*out\.jsonl as the crawl has left it/,
    );
    expect(readStatus(crawl.state).pages).toBe(before);
    expect(readFileSync(out, "utf8")).toBe(text.slice(0, 100));
  });

  it("wants URLs where nothing was begun, and makes no file for want of them", async () => {
    await using crawl = await setUp();
    await expect(crawl.run()).rejects.toThrow(`no crawl was begun in ${crawl.state}`);
    writeFileSync(crawl.state, "");
    await expect(crawl.run()).rejects.toThrow(`no crawl was begun in ${crawl.state}`);
    expect(readdirSync(crawl.path(""))).toEqual(["crawl.db"]);
    expect(readFileSync(crawl.state)).toHaveLength(0);
  });

  it("refuses what it cannot use in one line, before anything is made", async () => {
    await using crawl = await setUp();
    const out = crawl.path("out.jsonl");
    const args = [crawl.start, `--out=${out}`];
    await expect(crawl.run(...args, "--seed=1")).rejects.toThrow("Expected --seed or --state");
    writeFileSync(crawl.state, "some text that is no database".repeat(100));
    await expect(crawl.run(...args)).rejects.toMatchObject({
      name: "UsageError",
      message: `${crawl.state}: this is no SQLite database`,
    });
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(crawl.path(""))).toEqual(["crawl.db"]);
  });

  it("refuses a database that another has, and one that a program has begun", async () => {
    await using crawl = await setUp();
    const frontier = new SqliteFrontier({ file: crawl.state });
    frontier.add([request(crawl.start)]);
    await expect(crawl.run(crawl.start)).rejects.toThrow("another process has it");
    await frontier[Symbol.asyncDispose]();
    for (const args of [[crawl.start], []]) {
      await expect(crawl.run(...args)).rejects.toThrow("begun by a program");
    }
  });

  it("refuses outputs that are files of the database, also by a link", async () => {
    await using crawl = await setUp();
    symlinkSync(crawl.path(""), crawl.path("folder"));
    for (const end of ["-wal", "-shm", "-journal", "-lock", "-lock-journal"]) {
      for (const option of ["--out", "--metrics-json", "--cache"]) {
        const typed = `${option}=${crawl.path(`folder/crawl.db${end}`)}`;
        await expect(crawl.run(crawl.start, typed)).rejects.toThrow(
          `Expected different paths for crawl.db${end}, which belongs to the database, and ${option}`,
        );
      }
    }
    expect(readdirSync(crawl.path(""))).toEqual(["folder"]);
  });

  it("refuses a pipe in place of the file of runs before, at once", async () => {
    await using crawl = await setUp();
    const out = crawl.path("out.jsonl");
    await crawl.run(crawl.start, "--max-pages=3", `--out=${out}`);
    unlinkSync(out);
    execFileSync("mkfifo", [out]);
    await expect(crawl.run()).rejects.toThrow(
      `Expected --out to be the file that --state has written to before: got ${out} (a pipe)`,
    );
  });

  it("fails where no page could be fetched in any run", async () => {
    await using crawl = await setUp();
    await expect(crawl.run(`${crawl.start}none`)).rejects.toThrow("No page could be fetched");
    await expect(crawl.run()).rejects.toThrow("No page could be fetched");
  });
});

const all = Array.from({ length: PAGES }, (_, n) => n);

/** Each page links to the next three. */
const host: Host = {
  name: "shop.test",
  pages: [],
  routes: Object.fromEntries(
    all.map((n) => [
      n === 0 ? "/" : `/${n}`,
      page(
        `${n}`,
        [1, 2, 3].filter((more) => n + more < PAGES).map((more) => `/${n + more}`),
      ),
    ]),
  ),
};

interface Ran {
  readonly code: number;
  /** The lines on the standard error. */
  readonly told: readonly string[];
}

interface SetUp extends AsyncDisposable {
  readonly site: Site;
  readonly start: string;
  readonly state: string;
  readonly path: (name: string) => string;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
}

/** A site, a folder, and a way to crawl with `--state crawl.db`. */
async function setUp(): Promise<SetUp> {
  const dir = await folder();
  const site = await serveSite([host]);
  const state = join(dir.path, "crawl.db");
  return {
    site,
    start: site.url("shop.test", "/"),
    state,
    path: (name) => join(dir.path, name),
    async run(...args) {
      const stderr = new PassThrough({ encoding: "utf8" });
      const reach = args.some((arg) => arg.startsWith("http"))
        ? ["--delay=0", "--no-robots", `--resolve=*:${site.port}:127.0.0.1`]
        : [];
      const out =
        args.some((arg) => arg.startsWith("--out")) || reach.length === 0
          ? []
          : [`--out=${join(dir.path, "any.jsonl")}`];
      using interrupts = new Interrupts();
      const typed = await typedOf(`--state=${state}`, ...reach, ...out, ...args);
      const code = await runCrawl(typed, interrupts, stderr);
      return { code, told: String(stderr.read()).trimEnd().split("\n") };
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}
