import { domainKey } from "../../http/url/domain-key.ts";
import { originOf } from "../../http/url/origin-of.ts";
import { registrableDomain } from "../../http/url/registrable-domain.ts";
import { urlKey } from "../../http/url/url-key.ts";
import { show } from "../../service/options.ts";

/** How far a crawl may go from its start URLs. */
export type ScopeName = "same-host" | "same-origin" | "same-domain" | "all";

const keys: Readonly<Record<ScopeName, (url: string) => string>> = {
  "same-host": domainKey,
  "same-origin": (url) => urlKey(originOf(url)), // a dot that ends the host does not count
  "same-domain": (url) => registrableDomain(domainKey(url)),
  all: () => "",
};

/** The part of the web that a crawl is about, as its start URLs tell. */
export class Scope {
  readonly #key: (url: string) => string;
  readonly #known = new Set<string>();
  /** Up to its path, the latest URL that was in scope: the next is most often of the same host. */
  #latest = "nothing yet";

  constructor(name: ScopeName) {
    if (!Object.hasOwn(keys, name)) {
      const names = Object.keys(keys).join(", ");
      throw new RangeError(`Expected "scope" to be one of ${names}: got ${show(name)}`);
    }
    this.#key = keys[name];
    if (name === "all") this.#known.add("");
  }

  /** Brings what a URL belongs to into scope. */
  add(url: string): void {
    this.#known.add(this.#key(url));
  }

  /** Takes URLs as the WHATWG parser gives them. */
  includes(url: string): boolean {
    if (url.startsWith(this.#latest)) return true;
    const isKnown = this.#known.has(this.#key(url));
    if (isKnown) this.#latest = url.slice(0, url.indexOf("/", "https://".length) + 1);
    return isKnown;
  }
}
