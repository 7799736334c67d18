import { Parser } from "htmlparser2";

import { peer } from "../../overhead/peer.ts";
import type { Task } from "../subject.ts";

interface CrawlContext {
  readonly body: string | Buffer;
  readonly request: { readonly loadedUrl?: string };
  readonly enqueueLinks: (options?: object) => Promise<unknown>;
}
interface Crawler {
  run(starts: readonly string[]): Promise<unknown>;
}
type CrawlerClass = new (options: object, config: object) => Crawler;
interface Crawlee {
  readonly Configuration: new (options: object) => object;
  readonly HttpCrawler: CrawlerClass;
  readonly CheerioCrawler: CrawlerClass;
  readonly log: { setLevel(level: number): void };
}

/** Crawlee's HttpCrawler, its links by htmlparser2, all in memory. */
export async function crawlByHttpCrawler(task: Task): Promise<void> {
  const names = await peer<Crawlee>("@crawlee/http");
  const handler = async ({ body, enqueueLinks }: CrawlContext): Promise<void> => {
    const urls: string[] = [];
    const parser = new Parser({
      onopentag(name, { href }) {
        if (name === "a" && href !== undefined) urls.push(href);
      },
    });
    parser.end(body.toString());
    await enqueueLinks({ urls, baseUrl: task.start, strategy: "same-hostname" });
  };
  await run(names, names.HttpCrawler, task, handler);
}

/** Crawlee's CheerioCrawler, all in memory. */
export async function crawlByCheerioCrawler(task: Task): Promise<void> {
  const names = await peer<Crawlee>("@crawlee/cheerio");
  await run(names, names.CheerioCrawler, task, async ({ enqueueLinks }) => {
    await enqueueLinks({ strategy: "same-hostname" });
  });
}

async function run(
  { Configuration, log }: Crawlee,
  crawler: CrawlerClass,
  { start, concurrency }: Task,
  requestHandler: (context: CrawlContext) => Promise<void>,
): Promise<void> {
  log.setLevel(0);
  const overloaded = { maxEventLoopOverloadedRatio: 1, maxCpuOverloadedRatio: 1 };
  const options = {
    minConcurrency: concurrency,
    maxConcurrency: concurrency,
    autoscaledPoolOptions: { systemStatusOptions: { ...overloaded, maxMemoryOverloadedRatio: 1 } },
    requestHandler,
  };
  const config = new Configuration({ persistStorage: false, purgeOnStart: true });
  await new crawler(options, config).run([start]);
}
