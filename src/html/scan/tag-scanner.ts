import { endsTagName, isLetter, lowerCase, SLASH } from "./ascii.ts";
import { Attributes } from "./attributes.ts";
import { endOfDeclaration } from "./markup-declaration.ts";
import type { Markup } from "./markup.ts";
import { OpenScopes } from "./open-scopes.ts";
import { endOfRawText, rawTextNames } from "./raw-text.ts";
import { structuralNames, type TagNames } from "./tag-names.ts";

/**
 * Reads the start tags of a page one after the other, as the tokenizer of the HTML standard does.
 *
 * What looks like a tag in a comment, a script, a style sheet or other raw text is none, and neither
 * is a tag that the end of the page cuts off.
 * Scripting is off: `<noscript>` holds markup.
 * The content of a `<template>` is passed over, unless the template declares a shadow root.
 * The time is linear in the length of the page, whatever it holds.
 */
export class TagScanner {
  /** The attributes of the tag read last. */
  readonly attributes: Attributes;
  readonly #html: string;
  readonly #decode: Markup["decode"];
  readonly #names: TagNames;
  readonly #scopes = new OpenScopes();
  #at = 0;
  #textStart = 0;
  #foreign = false;

  /** Stops at the tags of these names at least. */
  constructor({ source, decode }: Markup, names: TagNames) {
    this.#html = source;
    this.#decode = decode;
    this.#names = names;
    this.attributes = new Attributes(source, decode);
  }

  /** Whether the tag read last belongs to SVG or MathML. */
  get foreign(): boolean {
    return this.#foreign;
  }

  /**
   * The content of the element whose start tag was read last, if that is raw text, its character
   * references as written.
   */
  get text(): string {
    return this.#decode(this.#html.slice(this.#textStart, this.#at));
  }

  /** The name of the next start tag, in lower case. Those of no known name may be passed over. */
  next(): string | undefined {
    const html = this.#html;
    for (let at = html.indexOf("<", this.#at); at >= 0; at = html.indexOf("<", this.#at)) {
      const closing = html.charCodeAt(at + 1) === SLASH;
      const start = closing ? at + 2 : at + 1;
      if (!isLetter(html.charCodeAt(start))) {
        this.#at = endOfDeclaration(html, at, this.#scopes.foreign);
        continue;
      }
      const nameEnd = endOfTagName(html, start + 1);
      const end = this.attributes.read(nameEnd);
      if (end < 0) return undefined;
      this.#at = end;
      if (closing) this.#leave(start, nameEnd);
      else {
        const name = this.#enter(start, nameEnd);
        if (name !== undefined) return name;
      }
    }
    return undefined;
  }

  /** Takes note of a start tag. Tells its name if it is known and part of the page. */
  #enter(start: number, nameEnd: number): string | undefined {
    const scopes = this.#scopes;
    const name = this.#nameOf(start, nameEnd);
    this.#foreign = false;
    if (name === undefined || (scopes.empty && !structuralNames.has(name))) return name;

    const wasHidden = scopes.hidden;
    this.#foreign = scopes.start(name, this.attributes);
    if (!this.#foreign) this.#enterContent(name);
    return wasHidden ? undefined : name;
  }

  #enterContent(name: string): void {
    if (rawTextNames.has(name)) {
      this.#textStart = this.#at;
      this.#at = endOfRawText(this.#html, this.#at, name);
    } else if (name === "template" && this.attributes.get("shadowrootmode") === undefined) {
      this.#scopes.hide();
    }
  }

  #leave(start: number, nameEnd: number): void {
    if (!this.#scopes.empty) this.#scopes.end(lowerCase(this.#html.slice(start, nameEnd)));
  }

  #nameOf(start: number, nameEnd: number): string | undefined {
    if (this.#scopes.empty) return this.#names(this.#html, start, nameEnd);
    return lowerCase(this.#html.slice(start, nameEnd)); // any may matter in there
  }
}

function endOfTagName(html: string, start: number): number {
  let at = start;
  while (at < html.length && !endsTagName(html.charCodeAt(at))) at++;
  return at;
}
