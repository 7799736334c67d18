/**
 * Tells where a comment, doctype, processing instruction or stray `</` that begins at `start` ends.
 *
 * `cdata` tells whether a CDATA section may stand there; elsewhere it is a comment up to its first
 * `>`. What is not closed ends with the page. A bare `<` is text.
 */
export function endOfDeclaration(html: string, start: number, cdata: boolean): number {
  if (html.startsWith("!--", start + 1)) return endOfComment(html, start + 4);
  if (cdata && html.startsWith("![CDATA[", start + 1)) return after(html, "]]>", start + 9);
  return /[!?/]/.test(html.charAt(start + 1)) ? after(html, ">", start + 2) : start + 1;
}

function endOfComment(html: string, start: number): number {
  if (html.startsWith(">", start)) return start + 1;
  if (html.startsWith("->", start)) return start + 2;
  for (let at = html.indexOf("--", start); at >= 0; at = html.indexOf("--", at + 1)) {
    if (html.startsWith(">", at + 2)) return at + 3;
    if (html.startsWith("!>", at + 2)) return at + 4;
  }
  return html.length;
}

function after(html: string, end: string, start: number): number {
  const at = html.indexOf(end, start);
  return at < 0 ? html.length : at + end.length;
}
