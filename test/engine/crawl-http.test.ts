import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { jsonLines } from "../../src/engine/items/json-lines.ts";
import type { Page } from "../../src/engine/page/page.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import { serveHttp } from "../support/server.ts";

const HOSTS = 6;
const PAGES = 150;

describe("crawl, over HTTP", () => {
  it("fetches every page of several hosts once, into a file of whole lines", async () => {
    const log: string[] = [];
    await using server = await serveHttp(pages(log, () => server.port));
    const folder = await mkdtemp(join(tmpdir(), "pagoda-crawl-"));
    const file = join(folder, "pages.jsonl");
    const names = Array.from({ length: HOSTS }, (_, host) => `h${host}.test:${server.port}`);
    await using service = httpStack({
      delayMs: 0,
      redirect: false,
      retry: false,
      resolve: Object.fromEntries(names.map((name) => [name, "127.0.0.1"])),
    }).service();
    const run = crawl({
      service,
      scope: "all",
      start: `http://${names[0]}/p0`,
      sinks: [jsonLines(file)],
      async *parse(page) {
        yield { url: page.url, title: page.title };
        yield* page.follow("a[href]");
      },
    });
    const stats = await run.done();

    const fetched = log.filter((line) => !line.endsWith("/robots.txt"));
    expect(fetched.toSorted()).toEqual(
      Array.from({ length: PAGES }, (_, n) => `h${n % HOSTS}.test:${server.port}/p${n}`).toSorted(),
    );
    expect(log).toHaveLength(PAGES + HOSTS);
    expect(stats).toMatchObject({ pages: PAGES, requests: PAGES, hosts: HOSTS, errors: {} });
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    expect(new Set(lines.map((line): unknown => JSON.parse(line))).size).toBe(PAGES);
    expect(lines).toContain(JSON.stringify({ url: `http://${names[1]}/p1`, title: "Page 1" }));
    await rm(folder, { recursive: true });
  });

  it("needs no stack: its own keeps to robots.txt and its delay, and is disposed at the end", async () => {
    const log: string[] = [];
    const at: number[] = [];
    await using server = await serveHttp((request, response) => {
      log.push(request.url ?? "");
      at.push(performance.now());
      const isRobots = request.url === "/robots.txt";
      response.setHeader("content-type", isRobots ? "text/plain" : "text/html");
      response.end(
        isRobots ? "User-agent: *\nDisallow: /no" : '<a href="/no">no</a><a href="/2">2</a>',
      );
    });
    const urls: string[] = [];
    const parse = (page: Page): ReturnType<Page["follow"]> => {
      urls.push(page.url);
      return page.follow("a[href]");
    };
    const run = crawl({ start: server.origin, parse });
    expect(await run.done()).toMatchObject({ pages: 2, notFetched: { robots: 1 } });
    expect(log).toEqual(["/robots.txt", "/", "/2"]);
    expect(urls).toEqual([`${server.origin}/`, `${server.origin}/2`]);
    // Two delays of 200 ms, less what a busy machine was late to hear of the first request.
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(200);
    await server.closed();
  });

  it("needs none for cookies either: a page that redirects to itself to set one is fetched once it is back", async () => {
    const heard: unknown[] = [];
    await using server = await serveHttp(({ headers, url }, response) => {
      if (url === "/robots.txt") return void response.writeHead(404).end();
      heard.push(headers.cookie);
      if (headers.cookie === "seen=1") return void response.end("the page");
      return void response.writeHead(302, { location: url, "set-cookie": "seen=1" }).end();
    });
    const texts: string[] = [];
    const run = crawl({ start: `${server.origin}/`, parse: (page) => void texts.push(page.text) });
    expect(await run.done()).toMatchObject({ pages: 1, errors: {} });
    expect([heard, texts]).toEqual([[undefined, "seen=1"], ["the page"]]);
    await server.closed();
  });

  it("ends at once on a signal, whatever hangs", async () => {
    const controller = new AbortController();
    await using server = await serveHttp(() => controller.abort(new Error("enough")));
    await using service = httpStack({ robots: false, redirect: false, retry: false }).service();
    const run = crawl({
      service,
      start: server.origin,
      parse: () => {},
      signal: controller.signal,
    });
    await expect(run.done()).rejects.toThrow("enough");
    await server.closed();
  });
});

/** Pages that link to the next and to others, each on a host of its own. */
function pages(log: string[], port: () => number): RequestListener {
  const link = (n: number): string =>
    `<a href="http://h${(n % PAGES) % HOSTS}.test:${port()}/p${n % PAGES}">${n}</a>`;
  return (request, response) => {
    log.push(`${request.headers.host}${request.url}`);
    const n = Number(request.url?.slice("/p".length));
    response.statusCode = Number.isNaN(n) ? 404 : 200;
    response.setHeader("content-type", "text/html");
    response.end(`<title>Page ${n}</title>${[n + 1, n * 7, n * n + 3].map(link).join("")}`);
  };
}
