import { decodeText } from "./scan/entities.ts";
import { type Markup, markupOf } from "./scan/markup.ts";
import { tagNames } from "./scan/tag-names.ts";
import { TagScanner } from "./scan/tag-scanner.ts";

/**
 * The title of a page, its white space collapsed as in `document.title`.
 *
 * It is the first `<title>` that belongs to HTML: one in an SVG names a picture.
 */
export function pageTitle(html: string): string | undefined {
  return titleIn(markupOf(html));
}

/** The same of a page that need not be text. */
export function titleIn(html: Markup): string | undefined {
  const tags = new TagScanner(html, noOthers);
  for (let name = tags.next(); name !== undefined; name = tags.next()) {
    if (name === "title" && !tags.foreign) return collapse(decodeText(tags.text));
  }
  return undefined;
}

const noOthers = tagNames([]);

function collapse(text: string): string {
  const words = text.split(/[\t\n\f\r ]+/).filter(Boolean);
  return ["", ...words].join(" ").slice(1); // a bare word would keep the whole page in memory
}
