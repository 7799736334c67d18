import { Pool } from "undici";

import type { Task } from "../subject.ts";

/**
 * The limit: what can be written by hand for this very site.
 *
 * It knows no errors, charsets, robots, limits or bounds, follows no redirect, and holds all URLs in a Set.
 */
export async function crawlByHand(task: Task): Promise<void> {
  const loop = new HandLoop(task);
  await loop.run(task.start);
}

class HandLoop {
  readonly #origin: string;
  readonly #pool: Pool;
  readonly #seen = new Set<string>();
  readonly #queue: string[] = [];
  readonly #decoder = new TextDecoder();
  readonly #most: number;
  #active = 0;
  #end: () => void = () => {};

  constructor({ start, concurrency }: Task) {
    this.#origin = new URL(start).origin;
    this.#most = concurrency;
    this.#pool = new Pool(this.#origin, { connections: concurrency });
  }

  async run(start: string): Promise<void> {
    this.#add(start);
    await new Promise<void>((resolve) => {
      this.#end = resolve;
      this.#pump();
    });
    await this.#pool.close();
  }

  #add(url: string): void {
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    this.#queue.push(url);
  }

  #pump(): void {
    while (this.#active < this.#most && this.#queue.length > 0) {
      this.#active++;
      this.#fetch(this.#queue.shift() ?? "");
    }
    if (this.#active === 0) this.#end();
  }

  #fetch(url: string): void {
    const chunks: Buffer[] = [];
    let status = 0;
    this.#pool.dispatch(
      { path: url.slice(this.#origin.length), method: "GET" },
      {
        onRequestStart() {},
        onResponseStart: (_, code) => void (status = code),
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => this.#read(url, status, chunks),
        onResponseError(_, error) {
          throw error;
        },
      },
    );
  }

  #read(url: string, status: number, chunks: readonly Buffer[]): void {
    this.#active--;
    if (status === 200) {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      for (const link of linksOf(this.#decoder.decode(body))) {
        this.#add(keyOf(link, url, this.#origin));
      }
    }
    this.#pump();
  }
}

const tag = /<(?:!--|script|a )/g;

/** The hrefs of all links, but for those in comments and scripts. */
function linksOf(text: string): readonly string[] {
  const links: string[] = [];
  tag.lastIndex = 0;
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    if (found[0] === "<!--") tag.lastIndex = text.indexOf("-->", found.index);
    else if (found[0] === "<script") tag.lastIndex = text.indexOf("</script", found.index);
    else {
      const end = text.indexOf(">", found.index);
      const href = text.indexOf('href="', found.index);
      if (href > 0 && href < end) links.push(text.slice(href + 6, text.indexOf('"', href + 6)));
      tag.lastIndex = end;
    }
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
