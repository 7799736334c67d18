import type { Dialect, Field } from "./dialect.ts";
import type { WrittenEntry } from "./listing.ts";

/** Addresses in one entry: as many as a sitemap may have. */
const MOST_LOCS = 50_000;

/** An entry of an XML sitemap, as what it holds is read. */
export class Entry {
  readonly #dialect: Dialect;
  readonly #locs: string[] = [];
  #maybe: string | undefined;
  #lastmod: string | undefined;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** One of its fields was read. Of what may come once, the first counts. */
  set(field: Field, text: string): void {
    const value = text.trim();
    if (value === "") return;
    if (field === "lastmod") this.#lastmod ??= value;
    if (field === "maybe" && /^https?:\/\//i.test(value)) this.#maybe ??= value;
    if (field === "loc" || field === "link") this.#address(value);
  }

  /** The pages that it stands for. */
  pages(): readonly WrittenEntry[] {
    const { length } = this.#locs;
    const locs = length === 0 && this.#maybe !== undefined ? [this.#maybe] : this.#locs;
    return locs.map((loc) => ({ loc, lastmod: this.#lastmod }));
  }

  #address(loc: string): void {
    const most = this.#dialect.manyLocs ? MOST_LOCS : 1;
    if (this.#locs.length < most) this.#locs.push(loc);
  }
}
