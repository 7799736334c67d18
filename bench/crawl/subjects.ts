import type { CrawlSubject } from "./subject.ts";

/** What is compared: all that run in Node. Each is loaded by itself, so that none has the memory of another. */
export const subjects: Readonly<Record<string, () => Promise<CrawlSubject>>> = {
  "the loop by hand": async () => (await import("./subjects/by-hand.ts")).crawlByHand,
  pagoda: async () => (await import("./subjects/pagoda.ts")).crawlByPagoda,
  "pagoda, durable": async () => (await import("./subjects/pagoda-durable.ts")).crawlDurably,
  "30 lines: undici, htmlparser2, URL": async () =>
    (await import("./subjects/thirty-lines.ts")).crawlInThirtyLines,
  "crawler (node-crawler)": async () =>
    (await import("./subjects/node-crawler.ts")).crawlByNodeCrawler,
  "@spider-rs/spider-rs": async () => (await import("./subjects/spider.ts")).crawlBySpider,
  simplecrawler: async () => (await import("./subjects/simplecrawler.ts")).crawlBySimplecrawler,
  "Crawlee HttpCrawler": async () => (await import("./subjects/crawlee.ts")).crawlByHttpCrawler,
  "Crawlee CheerioCrawler": async () =>
    (await import("./subjects/crawlee.ts")).crawlByCheerioCrawler,
};
