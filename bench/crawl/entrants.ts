import type { Entrant } from "./entrant.ts";
import { scrapy, wget } from "./subjects/commands.ts";
import { versionOfPackage } from "./version-of.ts";

/** The name of what all are compared with. */
export const BY_HAND = "the loop by hand";

const PAGODA = "robots.txt, dedup, stats, retries, breaker, limiter, cookies, spans without an SDK";

/** All that are compared. */
export const entrants: readonly Entrant[] = [
  {
    name: BY_HAND,
    does: "undici's `dispatch`, patterns of this very site, a Set",
    version: () => versionOfPackage("undici"),
    runs: { load: async () => (await import("./subjects/by-hand.ts")).crawlByHand },
  },
  {
    name: "pagoda",
    does: PAGODA,
    version: () => versionOfPackage("../.."),
    runs: { load: async () => (await import("./subjects/pagoda.ts")).crawlByPagoda },
  },
  {
    name: "pagoda, durable",
    does: "the same, over a `SqliteFrontier` on the disk",
    version: () => versionOfPackage("../.."),
    runs: { load: async () => (await import("./subjects/pagoda-durable.ts")).crawlDurably },
  },
  {
    name: "30 lines",
    does: "`undici.request`, htmlparser2, `new URL`, a Set",
    version: () => versionOfPackage("undici"),
    runs: { load: async () => (await import("./subjects/thirty-lines.ts")).crawlInThirtyLines },
  },
  {
    name: "crawler (node-crawler)",
    does: "links by htmlparser2, a Set before it, retries",
    version: () => versionOfPackage("crawler"),
    runs: { load: async () => (await import("./subjects/node-crawler.ts")).crawlByNodeCrawler },
  },
  {
    name: "@spider-rs/spider-rs",
    does: "in Rust, told nothing and tells nothing of pages; as many at once as it likes",
    version: () => versionOfPackage("@spider-rs/spider-rs"),
    runs: { load: async () => (await import("./subjects/spider.ts")).crawlBySpider },
  },
  {
    name: "simplecrawler",
    does: "links by patterns, robots.txt, dedup",
    version: () => versionOfPackage("simplecrawler"),
    runs: { load: async () => (await import("./subjects/simplecrawler.ts")).crawlBySimplecrawler },
  },
  {
    name: "Crawlee HttpCrawler",
    does: "links by htmlparser2, dedup, retries, sessions, all in memory",
    version: () => versionOfPackage("@crawlee/http"),
    runs: { load: async () => (await import("./subjects/crawlee.ts")).crawlByHttpCrawler },
  },
  {
    name: "Crawlee CheerioCrawler",
    does: "the same, over a tree of the page",
    version: () => versionOfPackage("@crawlee/cheerio"),
    runs: { load: async () => (await import("./subjects/crawlee.ts")).crawlByCheerioCrawler },
  },
  scrapy,
  wget,
];
