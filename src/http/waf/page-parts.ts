/**
 * Takes a page apart, which is in lower case, in time linear in its length.
 *
 * What stands in comments and styles is nowhere. A body of JSON is all code.
 */
export class PageParts {
  /** All of it. */
  readonly whole: string;
  /** The words of its first title; empty where there is none. */
  readonly title: string;
  #code: string | undefined;
  #text: string | undefined;

  constructor(page: string) {
    this.whole = page;
    this.title = wordsOf(TITLE.exec(page)?.[1] ?? "");
  }

  /** Its tags and scripts, which whoever serves it has written, and no text can be. */
  get code(): string {
    return (this.#code ??= codeOf(this.whole));
  }

  /** What a reader sees, the title too. */
  get text(): string {
    return (this.#text ??= textOf(this.whole));
  }
}

const TITLE = /<title(?:\s[^<>]*)?>([^<]*)/;

/** Each alternative matches once it has begun, if only at the end of the page: nothing is read twice. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<script\b[^]*?(?:<\/script[^>]*>?|$)|<style\b[^]*?(?:<\/style[^>]*>?|$)|<[a-z/!?][^>]*>?/g;
const WITHOUT_CODE = /^<(?:!--|style\b)/;
const JSON_BODY = /^\s*[{[]/;

function codeOf(page: string): string {
  if (JSON_BODY.test(page)) return page;
  const parts = page.match(MARKUP) ?? [];
  return parts.filter((part) => !WITHOUT_CODE.test(part)).join("\n");
}

function textOf(page: string): string {
  return JSON_BODY.test(page) ? "" : wordsOf(page.replaceAll(MARKUP, " "));
}

/** A text with the references undone that block pages have, and its white space made one. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll("&nbsp;", " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
