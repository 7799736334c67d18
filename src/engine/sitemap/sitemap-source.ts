import { SITEMAP_BYTES, SitemapReader } from "../../html/sitemap/sitemap-reader.ts";
import type { HttpResponse } from "../../http/message.ts";
import { robotsUrl } from "../../http/robots/robots-url.ts";
import { parseRobots } from "../../http/robots/robots.ts";
import { StatusError } from "../../http/status-error.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { urlKey } from "../../http/url/url-key.ts";
import { RejectedError } from "../../service/errors.ts";
import type { Rules } from "../admission/rules.ts";
import { tell } from "../crawl-events.ts";
import type { Fates } from "../fates.ts";
import { codeOf, givenUpFor } from "../given-up.ts";
import type { Unwanted } from "../hooks/link-filter.ts";
import { Breaks } from "../page/breaks.ts";
import { CrawlRequest } from "../page/crawl-request.ts";
import { NotASitemapError } from "./not-a-sitemap-error.ts";
import { SitemapCaller, type SitemapCallerParts } from "./sitemap-caller.ts";

/** What a {@link SitemapSource} is made of. */
export interface SitemapSourceParts extends SitemapCallerParts {
  readonly fates: Fates;
  readonly rules: Rules;
  /** Called for a failure that the crawl survives. */
  readonly onFault: (code: string, error: unknown) => void;
}

/** Where a sitemap may be that nobody names. */
const PLACES = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/sitemap.xml.gz",
  "/sitemap.txt",
];
/** Sitemaps read in one crawl: as many as an index may name. */
const MOST_FILES = 50_000;
/** Indexes one in another. By the protocol there is one. */
const DEEPEST_INDEX = 3;

/** How a sitemap was found. */
interface Found {
  readonly level: number;
  /** Whether nobody named it, so that it need not exist. */
  readonly isGuess?: boolean;
}

/**
 * Makes requests of what sitemaps name, as they are pulled: one file at a time, read as far as there is
 * room for its URLs.
 *
 * An index is followed, each file once. What fails is told and counted, and the next is read.
 */
export class SitemapSource {
  readonly #parts: SitemapSourceParts;
  readonly #caller: SitemapCaller;
  readonly #breaks: Breaks;
  readonly #seen = new Set<string>();

  constructor(parts: SitemapSourceParts) {
    this.#parts = parts;
    this.#caller = new SitemapCaller(parts);
    this.#breaks = new Breaks(parts.context);
  }

  /** The pages of the sitemaps at these URLs. */
  async *at(urls: Iterable<string>): AsyncGenerator<CrawlRequest, void> {
    for (const url of urls) yield* this.#file(url, { level: 0 });
  }

  /**
   * The pages of the sitemaps of these sites: of those that their robots.txt names, or else of the
   * first that is in a well-known place.
   */
  async *of(sites: Iterable<string>): AsyncGenerator<CrawlRequest, void> {
    for (const site of sites) {
      const named = await this.#namedBy(site);
      yield* this.at(named);
      if (named.length === 0) yield* this.#guessed(site);
    }
  }

  async #namedBy(site: string): Promise<readonly string[]> {
    const url = robotsUrl(site);
    const outcome = await this.#caller.robots(url);
    if (!outcome.ok) return [];
    this.#noteMove(url, outcome.value);
    return parseRobots(outcome.value.body, outcome.value.url).sitemaps;
  }

  async *#guessed(site: string): AsyncGenerator<CrawlRequest, void> {
    for (const place of PLACES) {
      const url = new URL(place, site).href;
      if (!(yield* this.#file(url, { level: 0, isGuess: true }))) return;
    }
  }

  /** Reads a sitemap, and those that it names. Whether there is none in that place, and may be in another. */
  async *#file(url: string, found: Found): AsyncGenerator<CrawlRequest, boolean> {
    if (!this.#isNew(url, found.level)) return false;
    const outcome = await this.#caller.file(url, SITEMAP_BYTES);
    if (this.#parts.context.aborted) return false;
    if (!outcome.ok) return this.#giveUp(url, asError(outcome.error), found);
    if (found.isGuess === true) this.#noteMove(url, outcome.value);
    this.#parts.fates.fetched(url);
    return yield* this.#read(url, outcome.value, found);
  }

  async *#read(
    url: string,
    response: HttpResponse,
    { level, isGuess = false }: Found,
  ): AsyncGenerator<CrawlRequest, boolean> {
    const contentType = response.headers.get("content-type") ?? "";
    const reader = new SitemapReader(response.body, new URL(response.url), contentType);
    let urls = 0;
    for (const { loc, lastmod = null } of reader) {
      urls++;
      await this.#breaks.step();
      if (this.#parts.context.aborted) return false;
      if (reader.type === "index") yield* this.#file(loc, { level: level + 1 });
      else yield new CrawlRequest(loc, { meta: Object.freeze({ sitemap: url, lastmod }) }, LISTED);
    }
    const { type } = reader;
    if (type === "unknown") return isGuess || this.#fail(url, new NotASitemapError(redactUrl(url)));
    tell("sitemapRead", url, { type, urls, truncated: reader.truncated || response.truncated });
    return false;
  }

  #giveUp(url: string, error: Error, { isGuess = false }: Found): boolean {
    // What redirects is there, though the stack refused to go where it leads.
    const isThere = error instanceof RejectedError && this.#caller.asked !== url;
    if (isGuess && !isThere && isAbsence(error)) return true;
    const { failure, reason } = givenUpFor(error);
    if (failure) this.#parts.onFault(codeOf(failure), failure);
    this.#leaveOut(url, { reason, error });
    return false;
  }

  #leaveOut(url: string, unwanted: Unwanted): void {
    this.#parts.fates.notFetched(url, unwanted.reason);
    tell("notFetched", url, { ...unwanted });
  }

  #fail(url: string, error: NotASitemapError): boolean {
    this.#parts.onFault(error.code, error);
    tell("sitemapFailed", url, { error });
    return false;
  }

  /** A site of which a well-known file is in the same place of another host has moved there. */
  #noteMove(from: string, { url }: HttpResponse): void {
    if (url !== from && new URL(url).pathname === new URL(from).pathname) {
      this.#parts.rules.start(url);
    }
  }

  /** Whether a file was not read yet, and may be; if not, that has a reason. */
  #isNew(url: string, level: number): boolean {
    const key = urlKey(url);
    if (this.#seen.has(key)) return false;
    const reason = level > DEEPEST_INDEX ? "depth" : "budget";
    if (reason === "depth" || this.#seen.size >= MOST_FILES) {
      this.#leaveOut(url, { reason });
      return false;
    }
    this.#seen.add(key);
    return true;
  }
}

const LISTED = { depth: 0, attempts: 0, redirects: [], listed: true } as const;

/** Whether an error says no more than that there is no such file, or none for us. */
function isAbsence(error: Error): boolean {
  if (error instanceof StatusError) return error.response.status < 500;
  return error instanceof RejectedError;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(`Call rejected with ${String(error)}`);
}
