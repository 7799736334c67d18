import { peer } from "../../overhead/peer.ts";
import type { Task } from "../subject.ts";

interface Spider {
  readonly Website: new (url: string) => {
    crawl(): Promise<void>;
  };
}

/** @spider-rs/spider-rs, in Rust, with no callback into JavaScript. */
export async function crawlBySpider({ start }: Task): Promise<void> {
  const { Website } = await peer<Spider>("@spider-rs/spider-rs");
  await new Website(start).crawl();
}
