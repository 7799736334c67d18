/**
 * The URLs in a `srcset` attribute, as written, in order.
 *
 * The value is taken apart as the HTML standard does: a comma ends a URL only where it ends the word,
 * so that `data:image/png;base64,xyz 2x` is one, and none counts in parentheses.
 * The descriptors are not judged: a URL that a browser would drop for its `2x 100w` is a URL still.
 *
 * @example
 * ```ts
 * parseSrcset("small.png 480w, large.png?a,b 2x"); // ["small.png", "large.png?a,b"]
 * ```
 */
export function parseSrcset(value: string): string[] {
  const urls: string[] = [];
  const candidate = /[\t\n\f\r ,]*([^\t\n\f\r ]+)/y;
  for (let found = candidate.exec(value); found; found = candidate.exec(value)) {
    const [, word = ""] = found;
    const url = word.slice(0, endOfUrl(word));
    if (url !== "") urls.push(url);
    if (url === word) candidate.lastIndex = endOfDescriptors(value, candidate.lastIndex);
  }
  return urls;
}

/** Without the commas that end it. */
function endOfUrl(word: string): number {
  let end = word.length;
  while (word[end - 1] === ",") end--;
  return end;
}

/** Where the comma stands that no parentheses hold, or the value ends. */
function endOfDescriptors(value: string, start: number): number {
  let at = start;
  for (let inParentheses = false; at < value.length; at++) {
    const char = value[at];
    if (char === "(") inParentheses = true;
    if (char === ")") inParentheses = false;
    if (char === "," && !inParentheses) break;
  }
  return at;
}
