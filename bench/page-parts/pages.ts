import { makeSite } from "../crawl/site.ts";

/** Where the pages are said to come from. */
export const pageUrl = "https://site.test/f1/page-1.html";

/** Pages of 11 kB and 35 links each, in ASCII. */
export const pages: readonly string[] = Array.from(makeSite(100).values(), textOf);

/** Pages of ten times that. */
export const longPages: readonly string[] = Array.from({ length: 10 }, (_, n) =>
  pages.slice(n * 10, n * 10 + 10).join("\n"),
);

/** The same with their words in another language. */
export function pagesIn(vocabulary: string): readonly string[] {
  const words = vocabulary.split(" ");
  return pages.map((page) => {
    let n = 0;
    return page.replaceAll(
      /(?<=[> ])[a-z]+(?=[< ])(?![^<]*>)/g,
      () => words[n++ % words.length] ?? "",
    );
  });
}

export const FRENCH =
  "les élèves étaient très pressés d’arriver à l’école où « l’été » dure encore — naturellement bien sûr";
export const RUSSIAN = "быстрая коричневая лиса прыгает через очень ленивую собаку и бежит дальше";

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString("latin1");
}
