import { createRequire } from "node:module";

import type { Cheerio, CheerioAPI, load } from "cheerio";

import { queryEncoder } from "../../html/encoding/query-encoding.ts";
import { documentBase, type PageReading, readPage } from "../../html/links.ts";
import { headerDirectives, type RobotsTags, robotsTags } from "../../html/meta-robots.ts";
import { titleIn } from "../../html/page-title.ts";
import { type Markup, markupInUtf8, markupOf } from "../../html/scan/markup.ts";
import { decodeAs } from "../../http/charset/decode-as.ts";
import { encodingOf } from "../../http/charset/decode-text.ts";
import type { HttpHeaders } from "../../http/headers.ts";
import type { HttpResponse } from "../../http/message.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { show } from "../../service/options.ts";
import type { CrawlRequest, CrawlRequestOptions } from "./crawl-request.ts";
import { FollowedLinks } from "./followed-links.ts";
import type { Json } from "./json.ts";
import type { PageRobots } from "./page-robots.ts";
import { requestOptionsOf } from "./request-checks.ts";

const lazily = createRequire(import.meta.url);

const AS_USUAL: CrawlRequestOptions<never> = {};

/** The selector that needs no document: it runs on the link scanner. */
const ALL_LINKS = "a[href]";

/** A page that was fetched, as a `parse` sees it. `To`: the names of the handlers there are. */
export class Page<To extends string = string> {
  readonly request: CrawlRequest;
  readonly response: HttpResponse;
  readonly #requireHandler: (to: string | undefined) => void;
  #encoding: string | undefined;
  #text: string | undefined;
  #markup: Markup | undefined;
  readonly #robots: PageRobots;
  #reading: PageReading | undefined;
  #document: CheerioAPI | undefined;

  /**
   * `requireHandler` throws unless there is a handler of that name.
   *
   * @internal
   */
  constructor(
    request: CrawlRequest,
    response: HttpResponse,
    requireHandler: (to: string | undefined) => void = () => {},
    robots: PageRobots = {},
  ) {
    this.request = request;
    this.response = response;
    this.#requireHandler = requireHandler;
    this.#robots = robots;
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
    // Not that of the response, which would be kept as long as that.
    return (this.#text ??= decodeAs(this.#encodingOf(), this.response.body));
  }

  /** Links from a start URL to here. */
  get depth(): number {
    return this.request.depth;
  }

  /** What the request carried, which cannot be changed. */
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
    return this.isHtml ? titleIn(this.#scanned()) : undefined;
  }

  /** Where the links of the page lead: absolute, in order, each once. None if it is no HTML. */
  get links(): readonly string[] {
    return this.#read().links;
  }

  /** What the page asks of robots, in its `X-Robots-Tag` headers and, if it is HTML, `<meta>` tags. */
  get robots(): RobotsTags {
    return this.#read().robots;
  }

  /** The document for CSS selectors, as cheerio has it without scripting: `page.$("h1").text()`. */
  get $(): CheerioAPI {
    if (!this.#document) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- cheerio is what it exports
      const cheerio = lazily("cheerio") as { readonly load: typeof load };
      this.#document = cheerio.load(this.text, { scriptingEnabled: false });
    }
    return this.#document;
  }

  /** What a CSS selector finds, as a cheerio selection: `page.select("h1").text()`. */
  select(selector: string): ReturnType<Cheerio<never>["find"]> {
    return this.$.root().find(selector);
  }

  /**
   * Makes requests of what the page links to.
   *
   * A string is a CSS selector, of which `href` or else `src` counts; a URL, or a list of URLs, is
   * where to go. Relative URLs are resolved; what is not http or https is left out.
   * Of a page that asks robots not to follow its links, a selector gives none, unless `robots` is off.
   * The requests are made as they are taken out. Throws a `TypeError` where `to` is no handler, or a string
   * is a path or a URL.
   *
   * @example
   * ```ts
   * yield* page.follow("a[href]");
   * yield* page.follow("a.next", { priority: 1 });
   * yield* page.follow("a.product", { to: "product" });
   * yield* page.follow(new URL("/feed", page.url));
   * ```
   */
  follow(
    target: string | URL | Iterable<string | URL>,
    options: CrawlRequestOptions<To> = AS_USUAL,
  ): Iterable<CrawlRequest> {
    const own = options === AS_USUAL ? options : requestOptionsOf(options);
    this.#requireHandler(own.to);
    return new FollowedLinks(this.#urls(target), own, this.depth);
  }

  /**
   * Lets go of what can be had again from the response: a page that waits is to weigh little.
   *
   * @internal
   */
  forget(): void {
    this.#text = undefined;
    this.#markup = undefined;
    this.#reading = undefined;
  }

  #encodingOf(): string {
    const { body } = this.response;
    return (this.#encoding ??= encodingOf(body, this.headers.get("content-type")));
  }

  /** The page for the scanner, decoded as a whole only if its text was asked for, or has to be. */
  #scanned(): Markup {
    const isText = this.#text !== undefined || this.#encodingOf() !== "utf-8";
    return (this.#markup ??= isText ? markupOf(this.text) : markupInUtf8(this.response.body));
  }

  #urls(target: string | URL | Iterable<string | URL>): readonly string[] {
    if (typeof target === "string") {
      if (target !== ALL_LINKS) requireSelector(target);
      return this.#mayFollow() ? this.#select(target) : [];
    }
    if (target instanceof URL) return httpUrls([target], new URL(this.url));
    if (typeof target === "object" && target !== null && Symbol.iterator in target) {
      return httpUrls(target, new URL(this.url));
    }
    throw new TypeError(
      `Expected a selector, a URL or a list of URLs to follow: got ${show(target)}`,
    );
  }

  #read(): PageReading {
    return (this.#reading ??= this.isHtml
      ? readPage(this.#scanned(), this.url, {
          headers: this.headers,
          encoding: this.#encodingOf(),
          ...(this.#robots.agent !== undefined && { agent: this.#robots.agent }),
        })
      : { links: [], robots: robotsTags(headerDirectives(this.headers, this.#robots.agent)) });
  }

  #mayFollow(): boolean {
    return this.#robots.heeds !== true || !this.robots.nofollow;
  }

  #select(selector: string): readonly string[] {
    if (selector === ALL_LINKS) return this.links;
    if (!this.isHtml) return [];
    const encode = queryEncoder(this.#encodingOf());
    const written = this.$(selector)
      .toArray()
      .map((element) => this.$(element).attr("href") ?? this.$(element).attr("src"))
      .filter((link) => link !== undefined);
    const base = documentBase(this.$("base[href]").first().attr("href"), new URL(this.url));
    return httpUrls(written.map(encode), base);
  }
}

/** Throws where a text is a path or a URL, of which a lenient parser of selectors makes what finds nothing. */
function requireSelector(text: string): void {
  const bare = text.replace(/\\.|\[[^\]]*\]|\([^)]*\)|"[^"]*"|'[^']*'/gs, "");
  if (text.trim() !== "" && !/[/?]/.test(bare)) return;
  throw new TypeError(
    `Expected a CSS selector to follow, or URLs in a list, such as ["/about"]: got ${show(text)}`,
  );
}

/** The http and https URLs among these, absolute, each once. */
function httpUrls(targets: Iterable<string | URL>, base: URL): readonly string[] {
  const urls = new Set<string>();
  for (const target of targets) {
    const url = tryParseUrl(String(target), base);
    if (url?.protocol === "http:" || url?.protocol === "https:") urls.add(url.href);
  }
  return [...urls];
}
