import { readFile } from "node:fs/promises";

import { crawl, httpStack, jsonLines, request } from "pagoda";

await using service = httpStack({ delayMs: 0, redirect: false, retry: false }).service();

const run = crawl({
  service,
  start: ["http://example.com/", request("http://example.com/about", { priority: 1 })],
  maxDepth: 3,
  exclude: ["*/private/*"],
  sinks: [jsonLines("site.jsonl")],
  *parse(page) {
    yield { url: page.url, heading: page.$("h1").first().text(), depth: page.depth };
    yield* page.follow("nav a", { priority: 1 });
    yield* page.follow("a[href]");
  },
});

const stats = await run.done();
const lines = (await readFile("site.jsonl", "utf8")).trimEnd().split("\n");
console.log(stats.stopReason, lines.length === stats.items); // finished true
console.log(run.explain("http://example.com/private/diary")); // scope
