import { peer } from "../../overhead/peer.ts";
import type { Task } from "../subject.ts";

interface Spider {
  readonly Website: new (url: string) => {
    withConcurrencyLimit?(limit: number): unknown;
    crawl(): Promise<void>;
    getLinks(): readonly string[];
  };
}

/** @spider-rs/spider-rs, in Rust, with no callback into JavaScript. */
export async function crawlBySpider({ start }: Task): Promise<number> {
  const { Website } = await peer<Spider>("@spider-rs/spider-rs");
  const website = new Website(start);
  await website.crawl();
  return website.getLinks().length;
}
