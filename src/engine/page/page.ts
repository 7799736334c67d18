import { createRequire } from "node:module";

import type { CheerioAPI, load } from "cheerio";

import { queryEncoder } from "../../html/encoding/query-encoding.ts";
import { extractLinks } from "../../html/links.ts";
import { pageTitle } from "../../html/page-title.ts";
import { decodeText } from "../../http/charset/decode-text.ts";
import type { HttpHeaders } from "../../http/headers.ts";
import type { HttpResponse } from "../../http/message.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { show } from "../../service/options.ts";
import {
  CrawlRequest,
  type CrawlRequestOptions,
  linkOf,
  requireRequestOptions,
} from "./crawl-request.ts";
import type { Json } from "./json.ts";

const lazily = createRequire(import.meta.url);

/** The selector that needs no document: it runs on the link scanner. */
const ALL_LINKS = "a[href]";

/** A page that was fetched, as a `parse` sees it. */
export class Page {
  readonly request: CrawlRequest;
  readonly response: HttpResponse;
  #decoded: { readonly text: string; readonly encoding: string } | undefined;
  #links: readonly string[] | undefined;
  #document: CheerioAPI | undefined;

  constructor(request: CrawlRequest, response: HttpResponse) {
    this.request = request;
    this.response = response;
  }

  /** Where the page came from. */
  get url(): string {
    return this.response.url;
  }

  get status(): number {
    return this.response.status;
  }

  get headers(): HttpHeaders {
    return this.response.headers;
  }

  /** The body as text. */
  get text(): string {
    return this.#decode().text;
  }

  /** Links from a start URL to here. */
  get depth(): number {
    return this.request.depth;
  }

  /** What the request carried. */
  get meta(): Json {
    return this.request.meta;
  }

  /** Whether the page says to be HTML or XML, or says nothing. */
  get isHtml(): boolean {
    const type = this.headers.get("content-type");
    return type === undefined || /^[^;]*(?:html|xml)/i.test(type);
  }

  /** The text of the first `<title>`, white space folded; undefined if there is none. */
  get title(): string | undefined {
    return this.isHtml ? pageTitle(this.text) : undefined;
  }

  /** Where the links of the page lead: absolute, in order, each once. None if it is no HTML. */
  get links(): readonly string[] {
    return (this.#links ??= this.isHtml
      ? extractLinks(this.text, this.url, { encoding: this.#decode().encoding })
      : []);
  }

  /** The document for CSS selectors, as cheerio has it: `page.$("h1").text()`. */
  get $(): CheerioAPI {
    if (!this.#document) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- cheerio is what it exports
      const cheerio = lazily("cheerio") as { readonly load: typeof load };
      this.#document = cheerio.load(this.text);
    }
    return this.#document;
  }

  /**
   * Makes requests of what the page links to.
   *
   * A string is a CSS selector, of which `href` or else `src` counts; a URL, or a list of URLs, is
   * where to go. Relative URLs are resolved; what is not http or https is left out.
   * The requests are made as they are taken out.
   *
   * @example
   * ```ts
   * yield* page.follow("a[href]");
   * yield* page.follow("a.next", { priority: 1 });
   * yield* page.follow(new URL("/feed", page.url));
   * ```
   */
  follow(
    target: string | URL | Iterable<string | URL>,
    options: CrawlRequestOptions = {},
  ): Iterable<CrawlRequest> {
    requireRequestOptions(options);
    return requestsFor(this.#urls(target), options, this.depth);
  }

  /**
   * Lets go of what can be had again from the response: a page that waits is to weigh little.
   *
   * @internal
   */
  forget(): void {
    this.#decoded = undefined;
    this.#links = undefined;
  }

  /** Not the text of the response, which would be kept as long as that. */
  #decode(): { readonly text: string; readonly encoding: string } {
    return (this.#decoded ??= decodeText(this.response.body, this.headers.get("content-type")));
  }

  #urls(target: string | URL | Iterable<string | URL>): readonly string[] {
    if (target === ALL_LINKS) return this.links;
    if (typeof target === "string") return this.#select(target);
    if (target instanceof URL) return httpUrls([target], this.url);
    if (typeof target === "object" && target !== null && Symbol.iterator in target) {
      return httpUrls(target, this.url);
    }
    throw new TypeError(
      `Expected a selector, a URL or a list of URLs to follow: got ${show(target)}`,
    );
  }

  #select(selector: string): readonly string[] {
    if (!this.isHtml) return [];
    const encode = queryEncoder(this.#decode().encoding);
    const written = this.$(selector)
      .toArray()
      .map((element) => this.$(element).attr("href") ?? this.$(element).attr("src"))
      .filter((link) => link !== undefined);
    return httpUrls(written.map(encode), this.#base());
  }

  /** What relative links are resolved on. */
  #base(): string {
    const base = tryParseUrl(this.$("base[href]").first().attr("href") ?? "", new URL(this.url));
    return base?.protocol === "http:" || base?.protocol === "https:" ? base.href : this.url;
  }
}

function* requestsFor(
  urls: readonly string[],
  options: CrawlRequestOptions,
  depth: number,
): Generator<CrawlRequest, void> {
  const progress = linkOf(depth);
  for (const url of urls) yield new CrawlRequest(url, options, progress);
}

/** The http and https URLs among these, absolute, each once. */
function httpUrls(targets: Iterable<string | URL>, baseUrl: string): readonly string[] {
  const base = new URL(baseUrl);
  const urls = new Set<string>();
  for (const target of targets) {
    const url = tryParseUrl(String(target), base);
    if (url?.protocol === "http:" || url?.protocol === "https:") urls.add(url.href);
  }
  return [...urls];
}
