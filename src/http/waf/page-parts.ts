/**
 * Takes a page apart, which is in lower case, in time linear in its length.
 *
 * What stands in comments and styles is nowhere. A body of JSON is all code.
 */
export class PageParts {
  /** The words of its first title; empty where there is none. */
  readonly title: string;
  readonly #page: string;
  #split: { readonly code: string; readonly text: string } | undefined;

  constructor(page: string) {
    this.title = wordsOf(TITLE.exec(page)?.[1] ?? "");
    this.#page = page;
  }

  /** Its tags and scripts, which whoever serves it has written, and no text can be. */
  get code(): string {
    return (this.#split ??= split(this.#page)).code;
  }

  /** What a reader sees, the title too. */
  get text(): string {
    return (this.#split ??= split(this.#page)).text;
  }
}

const TITLE = /<title(?:\s[^<>]*)?>([^<]*)/;

/** Each alternative matches once it has begun, if only at the end of the page: nothing is read twice. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<script\b[^]*?(?:<\/script[^>]*>?|$)|<style\b[^]*?(?:<\/style[^>]*>?|$)|<[a-z/!?][^>]*>?/g;

function split(page: string): { readonly code: string; readonly text: string } {
  if (/^\s*[{[]/.test(page)) return { code: page, text: "" };
  const code: string[] = [];
  const text = page.replaceAll(MARKUP, (markup) => {
    if (!/^<(?:!--|style\b)/.test(markup)) code.push(markup);
    return " ";
  });
  return { code: code.join("\n"), text: wordsOf(text) };
}

/** A text with the references undone that block pages have, and its white space made one. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll("&nbsp;", " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
