import { createRequire } from "node:module";

import type { Parser } from "htmlparser2";

import { type Dialect, dialects, type Field } from "./dialect.ts";
import { Entry } from "./entry.ts";
import type { Listing, SitemapType, WrittenEntry } from "./listing.ts";
import { decodeXmlText, XmlText } from "./xml-text.ts";

const lazily = createRequire(import.meta.url);

/** No sitemap is nested deeper. */
const DEEPEST = 200;

/**
 * Reads a sitemap that is XML, or nearly.
 *
 * Names count without the prefix that the root has; those of another prefix are another's, as
 * `image:loc` is. What an entry holds besides its fields is passed over with all that is in it.
 * An element that was not closed ends where the next of its kind begins. An address that stands in
 * its entry without a `<loc>` around it counts.
 */
export class ListedElements implements Listing {
  isOver = false;
  readonly #parser: Parser;
  readonly #done: WrittenEntry[] = [];
  #dialect: Dialect | undefined;
  #prefix = "";
  #depth = 0;
  #entry: { readonly is: Entry; readonly depth: number; readonly text: XmlText } | undefined;
  #field: { readonly is: Field; readonly depth: number; readonly text: XmlText } | undefined;
  /** Where what is passed over ends. */
  #passedOver = Infinity;
  #cdata = false;

  constructor() {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- htmlparser2 is what it exports
    const htmlparser2 = lazily("htmlparser2") as { readonly Parser: typeof Parser };
    this.#parser = new htmlparser2.Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: () => this.#close(),
        ontext: (text) => this.#text(text),
        oncdatastart: () => (this.#cdata = true),
        oncdataend: () => (this.#cdata = false),
      },
      { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: false },
    );
  }

  get type(): SitemapType {
    return this.#dialect?.type ?? "unknown";
  }

  read(text: string): readonly WrittenEntry[] {
    this.#parser.write(text);
    return this.#done.splice(0);
  }

  /** The parser is not told: it would close all that is open, and an address that was cut is another. */
  end(): readonly WrittenEntry[] {
    this.isOver ||= this.#depth > 0;
    this.#field = undefined;
    return this.#entry?.is.pages() ?? [];
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth++;
    const local = this.#localName(name);
    this.#dialect ??= this.#depth === 1 ? dialects.get(local) : undefined;
    if (!this.#dialect || this.#depth > DEEPEST) this.#stop();
    else if (this.#passedOver === Infinity) this.#openIn(this.#dialect, local, attributes);
  }

  #openIn(dialect: Dialect, name: string, attributes: Readonly<Record<string, string>>): void {
    const isEntry = name === dialect.entry;
    if (isEntry && this.#field?.text.value.trim() === "") return; // an address in one element too many
    this.#endField();
    if (isEntry) this.#beginEntry(dialect);
    else if (this.#entry) this.#beginField(dialect.fields.get(name), attributes);
  }

  #beginEntry(dialect: Dialect): void {
    this.#endEntry();
    this.#entry = { is: new Entry(dialect), depth: this.#depth, text: new XmlText() };
  }

  #beginField(
    field: Field | undefined,
    { href = "", ispermalink, rel = "alternate" }: Readonly<Record<string, string>>,
  ): void {
    const isOf = field === "maybe" && ispermalink === "false" ? "other" : field;
    if (!isOf) this.#passedOver = this.#depth;
    else if (isOf !== "link") this.#field = { is: isOf, depth: this.#depth, text: new XmlText() };
    else if (rel === "alternate") this.#entry?.is.set(isOf, decodeXmlText(href));
  }

  #close(): void {
    if (this.#depth === this.#passedOver) this.#passedOver = Infinity;
    if (this.#depth === this.#field?.depth) this.#endField();
    if (this.#depth === this.#entry?.depth) this.#endEntry();
    this.#depth--;
  }

  #text(text: string): void {
    if (this.#passedOver < Infinity) return;
    const { text: into } = this.#field ?? this.#entry ?? {};
    into?.add(text, this.#cdata);
  }

  #endField(): void {
    if (this.#field) this.#entry?.is.set(this.#field.is, this.#field.text.value);
    this.#field = undefined;
  }

  #endEntry(): void {
    if (!this.#entry) return;
    this.#entry.is.set("maybe", this.#entry.text.value);
    this.#done.push(...this.#entry.is.pages());
    this.#entry = undefined;
  }

  #stop(): void {
    this.isOver = true;
    this.#parser.pause();
  }

  /** Without the prefix of the root. */
  #localName(name: string): string {
    const colon = name.indexOf(":");
    if (this.#depth === 1) this.#prefix = name.slice(0, colon + 1);
    return this.#prefix !== "" && name.startsWith(this.#prefix)
      ? name.slice(this.#prefix.length)
      : name;
  }
}
