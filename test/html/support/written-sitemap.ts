import { gzipSync } from "node:zlib";

import fc from "fast-check";

/** What a sitemap may name. */
export const pages: fc.Arbitrary<Written> = fc
  .record(
    {
      loc: fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
      lastmod: fc.stringMatching(/^[0-9T:-]{1,12}$/),
    },
    { requiredKeys: ["loc"] },
  )
  .filter(({ loc }) => !loc.includes("]]>"));

/** A page as a sitemap names it. */
export interface Written {
  readonly loc: string;
  readonly lastmod?: string;
}

/** Ways to write a sitemap that names these pages and no others. */
export const writers: fc.Arbitrary<(list: readonly Written[]) => Uint8Array> = fc
  .record({
    head: fc.constantFrom(
      "",
      "\uFEFF\n\t",
      '<?xml version="1.0"?>\n<!-- x -->',
      "<!DOCTYPE urlset>",
    ),
    prefix: fc.constantFrom("", "sm:"),
    gap: fc.constantFrom("", "\n  ", "<!-- <url> -->", "<x:y><x:loc>/no</x:loc></x:y>"),
    quote: fc.constantFrom(escaped, cdata),
    zips: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ head, prefix, gap, quote, zips }) => (list: readonly Written[]): Uint8Array => {
    const xml = head + written(list, { prefix, gap, quote });
    let file: Uint8Array = Buffer.from(xml);
    for (let n = 0; n < zips; n++) file = gzipSync(file);
    return file;
  });

/** A sitemap that names these pages. */
export function written(
  list: readonly Written[],
  { prefix = "", gap = "", quote = escaped }: Partial<Style> = {},
): string {
  const element = (name: string, content: string): string =>
    `${gap}<${prefix}${name}>${content}</${prefix}${name}>`;
  const entries = list.map(({ loc, lastmod }) => {
    const date = lastmod === undefined ? "" : element("lastmod", quote(lastmod));
    return element("url", element("loc", quote(loc)) + date);
  });
  return `<${prefix}urlset>${entries.join("")}${gap}</${prefix}urlset>`;
}

interface Style {
  readonly prefix: string;
  readonly gap: string;
  readonly quote: (text: string) => string;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&#60;");
}

function cdata(text: string): string {
  return `\n<![CDATA[ ${text}\t]]>`;
}
