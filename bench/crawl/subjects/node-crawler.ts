import { Parser } from "htmlparser2";

import { peer } from "../../overhead/peer.ts";
import type { Task } from "../subject.ts";

interface Answer {
  readonly body: string;
  readonly statusCode: number;
  readonly options: { readonly url: string };
}
interface Crawler {
  add(options: { readonly url: string }): unknown;
  on(event: "drain", listener: () => void): unknown;
}
interface NodeCrawler {
  readonly default: new (options: object) => Crawler;
}

/** The package `crawler`, its links by htmlparser2, a Set before its queue. */
export async function crawlByNodeCrawler({ start, concurrency }: Task): Promise<void> {
  const { default: Crawler } = await peer<NodeCrawler>("crawler");
  const seen = new Set([start]);
  const crawler = new Crawler({
    maxConnections: concurrency,
    jQuery: false,
    silence: true,
    callback(error: unknown, { body, options, statusCode }: Answer, done: () => void) {
      if (error === null && statusCode === 200) {
        for (const url of linksOf(body, options.url)) {
          if (!seen.has(url)) crawler.add({ url: (seen.add(url), url) });
        }
      }
      done();
    },
  });
  const drained = new Promise<void>((resolve) => crawler.on("drain", resolve));
  crawler.add({ url: start });
  await drained;
}

function linksOf(text: string, base: string): readonly string[] {
  const links: string[] = [];
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== "a" || href === undefined) return;
      const link = new URL(href, base);
      link.hash = "";
      links.push(link.href);
    },
  });
  parser.end(text);
  return links;
}
