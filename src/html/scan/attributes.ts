import { DOUBLE_QUOTE, EQUALS, GREATER, isNamed, isSpace, SINGLE_QUOTE, SLASH } from "./ascii.ts";
import { decodeAttribute } from "./entities.ts";
import type { Markup } from "./markup.ts";

/** The attributes of one tag at a time: where they stand in the page, decoded when asked for. */
export class Attributes {
  readonly #html: string;
  readonly #decode: Markup["decode"];
  /** Of each attribute: start and end of its name, start and end of its value. */
  readonly #spans: number[] = [];
  #used = 0;
  #selfClosing = false;

  constructor(html: string, decode: Markup["decode"]) {
    this.#html = html;
    this.#decode = decode;
  }

  /** Whether the tag ends in `/>`. */
  get selfClosing(): boolean {
    return this.#selfClosing;
  }

  /** The value of the first attribute of that lower-case name; empty if it was given none. */
  get(name: string): string | undefined {
    const spans = this.#spans;
    for (let i = 0; i < this.#used; i += 4) {
      if (!isNamed(this.#html, spans[i] ?? 0, spans[i + 1] ?? 0, name)) continue;
      return decodeAttribute(this.#decode(this.#html.slice(spans[i + 2], spans[i + 3])));
    }
    return undefined;
  }

  /** Reads a tag from the end of its name. Tells where the tag ends: -1 if the page ends first. */
  read(nameEnd: number): number {
    const html = this.#html;
    this.#used = 0;
    if (html.charCodeAt(nameEnd) === GREATER) {
      this.#selfClosing = false;
      return nameEnd + 1;
    }
    let at = nameEnd;
    while (at >= 0) {
      const start = skipGap(html, at);
      if (html.charCodeAt(start) === GREATER) {
        this.#selfClosing = start > at && html.charCodeAt(start - 1) === SLASH;
        return start + 1;
      }
      if (start >= html.length) return -1;
      at = readOne(html, start, this.#spans, this.#used);
      this.#used += 4;
    }
    return at;
  }
}

/** Reads the attribute that begins at `start`. Tells where it ends: -1 if a quote stays open. */
function readOne(html: string, start: number, spans: number[], used: number): number {
  const nameEnd = endOfName(html, start + 1); // even "=" may begin a name
  spans[used] = start;
  spans[used + 1] = nameEnd;
  const equals = skipSpace(html, nameEnd);
  if (html.charCodeAt(equals) !== EQUALS) return (spans[used + 2] = spans[used + 3] = nameEnd);

  const value = skipSpace(html, equals + 1);
  const code = html.charCodeAt(value);
  const quote = code === DOUBLE_QUOTE ? '"' : code === SINGLE_QUOTE ? "'" : "";
  spans[used + 2] = value + quote.length;
  if (quote === "") return (spans[used + 3] = endOfUnquoted(html, value));
  const end = (spans[used + 3] = html.indexOf(quote, value + 1));
  return end < 0 ? end : end + 1;
}

function endOfName(html: string, start: number): number {
  for (let at = start; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code <= GREATER && (code >= EQUALS || code === SLASH || isSpace(code))) return at;
  }
  return html.length;
}

function endOfUnquoted(html: string, start: number): number {
  for (let at = start; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === GREATER || isSpace(code)) return at;
  }
  return html.length;
}

function skipSpace(html: string, start: number): number {
  let at = start;
  while (isSpace(html.charCodeAt(at))) at++;
  return at;
}

function skipGap(html: string, start: number): number {
  for (let at = start; ; at++) {
    const code = html.charCodeAt(at);
    if (code !== SLASH && !isSpace(code)) return at;
  }
}
