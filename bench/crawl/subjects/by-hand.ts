import { Pool } from "undici";

import type { Task } from "../subject.ts";

/**
 * The limit: what can be written by hand for this very site.
 *
 * It knows no errors, charsets, robots, limits or bounds, follows no redirect, and holds all URLs in a Set.
 */
export async function crawlByHand({ start, concurrency }: Task): Promise<number> {
  const { origin } = new URL(start);
  const pool = new Pool(origin, { connections: concurrency });
  const seen = new Set([start]);
  const queue = [start];
  const decoder = new TextDecoder();
  let [active, pages] = [0, 0];
  await new Promise<void>((resolve, reject) => {
    const pump = (): void => {
      while (active < concurrency && queue.length > 0) fetch(queue.shift() ?? "");
      if (active === 0) resolve();
    };
    const read = (text: string, base: string): void => {
      for (const link of linksOf(text)) {
        const url = keyOf(link, base, origin);
        if (seen.has(url)) continue;
        seen.add(url);
        queue.push(url);
      }
    };
    const fetch = (url: string): void => {
      active++;
      const chunks: Buffer[] = [];
      let status = 0;
      pool.dispatch(
        { path: url.slice(origin.length), method: "GET" },
        {
          onRequestStart() {},
          onResponseStart: (_, code) => void (status = code),
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd() {
            active--;
            if (status === 200) {
              pages++;
              read(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)), url);
            }
            pump();
          },
          onResponseError: (_, error) => reject(error),
        },
      );
    };
    pump();
  });
  await pool.close();
  return pages;
}

/** The hrefs of all links, but for those in comments and scripts. */
function linksOf(text: string): readonly string[] {
  const links: string[] = [];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 33 && text.startsWith("<!--", at)) at = text.indexOf("-->", at);
    else if (next === 115 && text.startsWith("<script", at)) at = text.indexOf("</script", at);
    else if (next === 97 && text.charCodeAt(at + 2) === 32) {
      const end = text.indexOf(">", at);
      const href = text.indexOf('href="', at);
      if (href > 0 && href < end) links.push(text.slice(href + 6, text.indexOf('"', href + 6)));
      at = end;
    }
    if (at < 0) break;
  }
  return links;
}

const plain = /^\/(?!\/)[\w\-./~]*$/;

function keyOf(link: string, base: string, origin: string): string {
  const hash = link.indexOf("#");
  const bare = hash < 0 ? link : link.slice(0, hash);
  if (plain.test(bare) && !bare.includes("/.")) return origin + bare;
  return new URL(bare, base).href;
}
