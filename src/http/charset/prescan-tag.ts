/** A tag as the prescan of the HTML Standard sees it. */
export interface PrescanTag {
  /** In lower case; that of an end tag begins with a slash. */
  readonly name: string;
  /** Names in lower case, values as written; of equal names the first counts. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Where the tag ends in the text. */
  readonly end: number;
}

/**
 * The next whole tag in a text, or `undefined` if there is none.
 *
 * Steps over comments, declarations and processing instructions. A tag or comment that the text
 * cuts short is the end: nothing in or after it is looked at.
 */
export function nextTag(text: string, from: number): PrescanTag | undefined {
  let at = from;
  while (at >= 0) {
    const markup = matchFrom(MARKUP, text, at);
    if (markup === null) return undefined;
    const [opening, name] = markup;
    const start = markup.index + opening.length;
    if (name !== undefined) return readTag(name.toLowerCase(), text, start);
    // The dashes of "<!--" may be those of its "-->" too.
    at = text.indexOf(opening === "<!--" ? "-->" : ">", markup.index + 2);
  }
  return undefined;
}

const MARKUP = /<(?:(meta(?=[\t\n\f\r /])|\/?[a-z][^\t\n\f\r >]*)|!--|[!/?])/gi;

function readTag(name: string, text: string, from: number): PrescanTag | undefined {
  const attributes = new Map<string, string>();
  let end = from;
  for (let next = matchFrom(ATTRIBUTE, text, end); next; next = matchFrom(ATTRIBUTE, text, end)) {
    const [all, attribute = "", double, single, bare = ""] = next;
    const key = attribute.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare);
    end += all.length;
  }
  const closing = matchFrom(CLOSING, text, end);
  return closing === null ? undefined : { name, attributes, end: end + closing[0].length };
}

/** Every way to end an attribute asks for the character after it, lest it be cut short. */
const ATTRIBUTE = new RegExp(
  String.raw`[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)` +
    String.raw`(?:[\t\n\f\r ]*=[\t\n\f\r ]*` +
    String.raw`(?:"([^"]*)"|'([^']*)'|(?=>)|([^\t\n\f\r >"'][^\t\n\f\r >]*)(?=[\t\n\f\r >]))` +
    String.raw`|(?=[\t\n\f\r />])(?![\t\n\f\r ]*=))`,
  "y",
);
const CLOSING = /[\t\n\f\r /]*>/y;

function matchFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
