import { endsTagName, isNamed } from "./ascii.ts";

/** The elements whose content is text: a tag in it is no tag. */
export const rawTextNames: ReadonlySet<string> = new Set([
  "iframe",
  "noembed",
  "noframes",
  "plaintext",
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
]);

/**
 * Tells where the content of such an element ends: before its end tag, or with the page.
 *
 * A script that writes another script into a comment is not ended by the end tag of that one.
 */
export function endOfRawText(html: string, start: number, name: string): number {
  if (name === "plaintext") return html.length;
  if (name === "script") return endOfScript(html, start);
  for (let at = html.indexOf("</", start); at >= 0; at = html.indexOf("</", at + 2)) {
    const nameEnd = at + 2 + name.length;
    if (isNamed(html, at + 2, nameEnd, name) && endsTagName(html.charCodeAt(nameEnd))) return at;
  }
  return html.length;
}

function endOfScript(html: string, start: number): number {
  const mark = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;
  mark.lastIndex = start;
  let depth = 0; // 1 in a comment, 2 in a script in it
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    const text = found[0].toLowerCase();
    if (text === "-->") depth = 0;
    else if (text === "<!--") {
      depth ||= 1;
      mark.lastIndex -= 2; // "<!-->" is over at once
    } else if (text === "<script") depth &&= 2;
    else if (depth === 2) depth = 1;
    else return found.index;
  }
  return html.length;
}
