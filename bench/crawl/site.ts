/** A site as it is served: what stands at each path. */
type Site = ReadonlyMap<string, Uint8Array>;

/** Where a crawl of the site begins. */
export const home: string = pathOf(0);

/**
 * A site of so many pages of about 11 kB, each with some 35 links to others, in all the ways in which
 * links are written. What stands in comments and scripts is none.
 *
 * Every page can be found: each links to the next, and to five below it in a tree.
 */
export function makeSite(pages: number): Site {
  const site = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  for (let n = 0; n < pages; n++) site.set(pathOf(n), encoder.encode(pageOf(n, pages)));
  return site;
}

function pathOf(n: number): string {
  return `/f${n % 100}/page-${n}.html`;
}

function pageOf(n: number, pages: number): string {
  const chance = chanceFrom(n * 7919 + 13);
  const items = linksOf(n, pages, chance).map(
    (to) =>
      `<p>${words(22, chance)} <a class="link" href="${written(to, chance)}">${words(2, chance)}</a> ${words(12, chance)}</p>\n`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>Page ${n}</title><link rel="stylesheet" href="/style.css">`,
    `<script>var a = "<a href='/in-a-script'>";</script></head><body>`,
    '<!-- <a href="/in-a-comment">no link</a> -->',
    `<h1>Page ${n}</h1>`,
    ...items,
    "</body></html>",
  ].join("\n");
}

function linksOf(n: number, pages: number, chance: () => number): readonly number[] {
  const below = [1, 2, 3, 4, 5].map((k) => 5 * n + k).filter((k) => k < pages);
  const links = new Set([(n + 1) % pages, ...below]);
  const count = Math.min(pages, 20 + Math.floor(chance() * 31));
  while (links.size < count) links.add(Math.floor(chance() * pages));
  return [...links];
}

/** A link to a page, from a page in a folder. */
function written(to: number, chance: () => number): string {
  const path = pathOf(to);
  const way = chance();
  if (way < 0.6) return path;
  if (way < 0.85) return `..${path}`;
  if (way < 0.95) return `${path}#part-${to % 7}`;
  return `./..${path}`;
}

const vocabulary =
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt".split(
    " ",
  );

function words(count: number, chance: () => number): string {
  const word = (): string => vocabulary[Math.floor(chance() * vocabulary.length)] ?? "";
  return Array.from({ length: count }, word).join(" ");
}

/** The same numbers from 0 to 1 each time (xorshift32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
