import { peer } from "../../overhead/peer.ts";
import type { Task } from "../subject.ts";

interface Crawler {
  interval: number;
  maxConcurrency: number;
  on(event: "complete", listener: () => void): unknown;
  start(): void;
}
interface SimpleCrawler {
  readonly default: new (start: string) => Crawler;
}

/** simplecrawler, which finds links by patterns. */
export async function crawlBySimplecrawler({ start, concurrency }: Task): Promise<void> {
  const { default: Simplecrawler } = await peer<SimpleCrawler>("simplecrawler");
  const crawler = new Simplecrawler(start);
  crawler.interval = 1;
  crawler.maxConcurrency = concurrency;
  const complete = new Promise<void>((resolve) => crawler.on("complete", resolve));
  crawler.start();
  await complete;
}
