import { crawl, httpStack, jsonLines } from "pagoda";

const service = httpStack({
  userAgent: "docs-bot/1.0 (+http://example.com/bot)",
  delayMs: 20,
  redirect: false, // a crawl follows redirects and repeats failures by itself
  retry: false,
}).service();

const run = crawl({
  service,
  start: "http://example.com/",
  maxPages: 50,
  sinks: [jsonLines("pages.jsonl")],
  async *parse(page) {
    yield { url: page.url, title: page.title };
    yield* page.follow("a[href]");
  },
});

for await (const item of run) console.log(item.title);
console.log(run.stats().stopReason, run.stats().errors); // finished {}
await service[Symbol.asyncDispose](); // closes its connections
