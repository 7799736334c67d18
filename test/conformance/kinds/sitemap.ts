import { gzipSync } from "node:zlib";

import { crawl, type CrawlEvent, crawlEvents } from "pagoda/engine";
import { parseSitemap } from "pagoda/html";
import { httpStack } from "pagoda/layers";

import { serveHttp } from "../../support/server.ts";
import { differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";
import { errorClass } from "../wire/error-class.ts";
import { growthOf } from "../wire/memory.ts";

interface SitemapCase {
  readonly input: {
    readonly url?: string;
    readonly content_type?: string;
    readonly body?: string;
    readonly body_b64?: string;
    readonly body_generator?: string;
  };
  readonly expect:
    | readonly string[]
    | { readonly stops_at_limit?: boolean; readonly rss_growth_mb_below?: number };
}

/** The addresses in a sitemap, or that it is not read without end. */
const read: Player = playerOf<SitemapCase>(async ({ input, expect }) => {
  const body = bodyOf(input);
  const url = input.url ?? "http://h/sitemap.xml";
  let truncated = false;
  let locs: readonly string[] = [];
  const grown = await growthOf(async () => {
    const sitemap = parseSitemap(body, url, input.content_type);
    truncated = sitemap.truncated;
    locs = sitemap.urls.map(({ loc }) => loc);
  });
  if (isList(expect)) return differs("locs", locs, expect);
  const { stops_at_limit: stops = truncated, rss_growth_mb_below: most = Infinity } = expect;
  return firstOf(
    differs("truncated", truncated, stops),
    grown < most ? undefined : `memory grew by ${grown} MiB`,
  );
});

interface FetchCase {
  readonly input: { readonly url: string; readonly status: number; readonly body?: string };
  readonly expect: { readonly error_class?: string; readonly status?: number };
}

/** What a crawl says of a sitemap that could not be had. */
const fetched: Player = playerOf<FetchCase>(async ({ input, expect }) => {
  await using server = await serveHttp((_, response) => {
    response.statusCode = input.status;
    response.end(input.body ?? "");
  });
  const errors: unknown[] = [];
  const hear = (message: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the channel carries
    const { event, detail } = message as CrawlEvent;
    if (event === "notFetched") errors.push(detail["error"]);
  };
  crawlEvents.subscribe(hear);
  await using service = httpStack({ delayMs: 0, redirect: false, retry: false }).service();
  const sitemap = new URL(input.url, server.origin);
  await crawl({ service, start: [], sitemap, retries: 0, parse: () => [] }).done();
  crawlEvents.unsubscribe(hear);
  const [error] = errors;
  return firstOf(
    differs("error", errorClass(error), expect.error_class),
    expect.status === undefined ? undefined : differs("status", statusOf(error), expect.status),
  );
});

interface TreeCase {
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: readonly string[];
}

/** What a crawl finds in sitemaps that name each other; `HOST` is where they stand. */
const followed: Player = playerOf<TreeCase>(async ({ input, expect }) => {
  const files = filesOf(input);
  await using server = await serveHttp(({ url = "" }, response) => {
    const file = files.get(url);
    if (file === undefined && /^\/(?:robots|sitemap)/.test(url)) response.statusCode = 404;
    response.end(file?.replaceAll(/(?:https?:\/\/)?HOST/g, server.origin) ?? "page");
  });
  const found: string[] = [];
  await using service = httpStack({ delayMs: 0, redirect: false, retry: false }).service();
  const first = [...files.keys()].find((path) => path !== "/robots.txt") ?? "/";
  const sitemap = files.has("/robots.txt") || first === "/sitemap.xml" || server.origin + first;
  await crawl({
    service,
    sitemap,
    start: `${server.origin}/start`,
    scope: "all",
    concurrency: 1,
    parse: ({ url }) => void found.push(url),
  }).done();
  const wanted = expect.map((loc) => loc.replaceAll(/(?:https?:\/\/)?HOST/g, server.origin));
  return differs("locs", found.slice(1).toSorted(), wanted.toSorted());
});

/** Players of the kinds about sitemaps. */
export const sitemapPlayers: Readonly<Record<string, Player>> = {
  sitemap: read,
  "sitemap.fetch": fetched,
  "sitemap.tree": followed,
};

function bodyOf({
  body = "",
  body_b64: base64,
  body_generator: words,
}: SitemapCase["input"]): Uint8Array {
  if (words !== undefined) return generated(words);
  return Buffer.from(base64 ?? body, base64 === undefined ? "utf8" : "base64");
}

/** A file as described: `gzip of 1 GiB of "<url><loc>http://h/N</loc></url>"`, in which N counts. */
function generated(words: string): Uint8Array {
  const [, size, piece = ""] = /^gzip of (\d+) GiB of "(.*)"$/s.exec(words) ?? [];
  if (size === undefined) throw new NotPlayed(`in words that are not understood: ${words}`);
  // Members of gzip may stand one after another, so that the whole need not be in memory.
  const count = Math.ceil(2 ** 20 / piece.length);
  const members = Array.from({ length: Number(size) * 1024 }, (_, member) => member % 16).map(
    (member) => (zipped[member] ??= gzipSync(pieces(piece, member * count, count))),
  );
  return Buffer.concat(members);
}

const zipped: (Uint8Array | undefined)[] = [];

function pieces(piece: string, from: number, count: number): string {
  return Array.from({ length: count }, (_, n) => piece.replace("N", String(from + n))).join("");
}

/** The files are the input, or what the input calls by some name. */
function filesOf(input: TreeCase["input"]): ReadonlyMap<string, string> {
  const inner = Object.values(input).find((value) => typeof value === "object" && value !== null);
  const files = Object.entries(inner ?? input).filter(
    (entry): entry is [string, string] => entry[0].startsWith("/") && typeof entry[1] === "string",
  );
  if (files.length === 0) throw new NotPlayed("a tree in another form");
  return new Map(files);
}

function isList(expect: SitemapCase["expect"]): expect is readonly string[] {
  return Array.isArray(expect);
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "response" in error ? error.response : undefined;
  return typeof status === "object" && status !== null && "status" in status
    ? Number(status.status)
    : undefined;
}
