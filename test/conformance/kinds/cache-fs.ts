import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

import { type HttpRequest, HttpResponse } from "pagoda/http";
import { DiskCache, httpStack, type HttpStackOptions } from "pagoda/layers";
import { settle } from "pagoda/service";

import { differs, firstOf, NotPlayed, playerOf, type Player, type Problem } from "../case.ts";
import { writtenByTwo } from "../wire/cache-writers.ts";
import { serveExchange } from "../wire/exchange-server.ts";

interface CacheFsCase {
  readonly input: {
    readonly url?: string;
    readonly urls?: readonly string[];
    /** In words: `entry file empty (0 bytes)`. */
    readonly corruption?: string;
    readonly two_processes?: string;
    /** What is answered, in words: `200, Content-Length: 100, max-age=60, closes after 5 bytes`. */
    readonly first?: string;
    readonly concurrent_same_url?: number;
  };
  readonly expect: Readonly<Record<string, unknown>>;
}

/** What a stack over a disk cache is asked, in a folder of its own, and what the folder holds. */
const played: Player = playerOf<CacheFsCase>(async ({ input, expect }) => {
  const root = await mkdtemp(join(tmpdir(), "pagoda-cache-fs-"));
  const dir = join(root, "cache");
  try {
    const { concurrent_same_url: count, corruption, first, two_processes: two, url } = input;
    const { urls = url === undefined ? undefined : [url] } = input;
    if (urls) return await stored(root, dir, urls, expect);
    if (corruption !== undefined) return await corrupted(dir, corruption, expect);
    if (two !== undefined) return differs("every read", await writtenByTwo(dir, two), []);
    if (count !== undefined) return await atOnce(dir, count, expect);
    if (first !== undefined) return await answered(dir, first, expect);
    throw new NotPlayed("a scenario that is not understood");
  } finally {
    await rm(root, { recursive: true });
  }
});

/** Players of the kind `cache.fs`. */
export const cacheFsPlayers: Readonly<Record<string, Player>> = { "cache.fs": played };

async function stored(
  root: string,
  dir: string,
  urls: readonly string[],
  expect: CacheFsCase["expect"],
): Promise<Problem> {
  const site = new CachedSite(dir);
  for (const url of urls) await site.ask(url);
  const hits: boolean[] = [];
  for (const url of urls) hits.push((await site.ask(url)).fromCache);
  const outside = (await filesIn(root)).filter((path) => !path.startsWith(dir + sep));
  return firstOf(
    differs("stored", hits, Array(urls.length).fill(expect["stored"] ?? true)),
    differs("outside", outside.length === 0, expect["files_only_under_cache_dir"] ?? true),
    "two_or_more_entries" in expect
      ? differs("entries", (await entriesIn(dir)).length, expect["two_or_more_entries"])
      : undefined,
  );
}

async function corrupted(
  dir: string,
  words: string,
  expect: CacheFsCase["expect"],
): Promise<Problem> {
  const url = "http://a.test/";
  await new CachedSite(dir).ask(url);
  for (const path of await entriesIn(dir)) await corrupt(path, words);
  const site = new CachedSite(dir);
  const outcome = await settle(site.ask(url));
  const result = outcome.ok && site.requests === 1 ? "miss then network" : "served";
  const again = outcome.ok && (await site.ask(url)).fromCache;
  return firstOf(
    differs("no throw", outcome.ok, expect["no_throw"] ?? true),
    differs("result", result, expect["result"]),
    differs("stored anew", again, true),
  );
}

async function corrupt(path: string, words: string): Promise<void> {
  const file = await readFile(path);
  if (/\bempty|\b0 bytes/.test(words)) return truncate(path);
  if (/\b(?:deleted|missing|removed|gone)\b/.test(words)) return rm(path);
  if (/\b(?:half|truncated|cut|torn)\b/.test(words)) return truncate(path, file.length >> 1);
  if (/\b(?:flip|random|garbage|noise)/.test(words)) return writeFile(path, file.toReversed());
  const [, text] = /\breplaced by "(.*)"/.exec(words) ?? [];
  if (text === undefined) throw new NotPlayed(`in words that are not understood: ${words}`);
  const json = /[[{].*[\]}]/s;
  return writeFile(
    path,
    file.toString("latin1").replace(json, () => text),
    "latin1",
  );
}

async function atOnce(dir: string, count: number, expect: CacheFsCase["expect"]): Promise<Problem> {
  const site = new CachedSite(dir);
  await Promise.all(Array.from({ length: count }, () => site.ask("http://a.test/")));
  const most = Number(expect["recommended"] ?? expect["network_requests_max"]);
  return site.requests <= most ? undefined : differs("requests", site.requests, most);
}

/** What a server answers at first, and then in full. */
async function answered(
  dir: string,
  words: string,
  expect: CacheFsCase["expect"],
): Promise<Problem> {
  const full = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfull";
  await using server = await serveExchange([
    { response_latin1: responseOf(words) },
    { response_latin1: full },
  ]);
  await using stack = httpStack({
    ...options(dir),
    retry: false,
  }).service();
  const request = { url: server.fill("http://HOST/") };
  await settle(stack.call(request));
  const second = await stack.call(request);
  const origin = second.fromCache ? "cache" : "network";
  return firstOf(
    differs("second request", origin, expect["second_request"] ?? "cache"),
    "hit_set_cookie_count" in expect
      ? differs(
          "cookies",
          second.headers.getAll("set-cookie").length,
          expect["hit_set_cookie_count"],
        )
      : undefined,
  );
}

/** A response of which a description is given. */
function responseOf(words: string): string {
  const [status = "200", ...parts] = words.split(", ");
  const bytes = Number(/\bcloses after (\d+) bytes/.exec(words)?.[1] ?? 4);
  const fields = parts.flatMap((part) => {
    if (/^[\w-]+: /.test(part)) return [part];
    if (/^max-age=\d+$/.test(part)) return [`Cache-Control: ${part}`];
    if (part === "two Set-Cookie lines") return ["Set-Cookie: a=1", "Set-Cookie: b=2"];
    if (part.startsWith("closes after")) return [];
    throw new NotPlayed(`in words that are not understood: ${words}`);
  });
  const lines = words.includes("Content-Length") ? fields : [...fields, `Content-Length: ${bytes}`];
  return [`HTTP/1.1 ${status} OK`, ...lines, "", "x".repeat(bytes)].join("\r\n");
}

/** A site whose pages may be kept for a minute, behind a stack over the disk cache in a folder. */
class CachedSite {
  requests = 0;
  readonly #stack;

  constructor(dir: string) {
    this.#stack = httpStack(options(dir)).service(async ({ url }: HttpRequest) => {
      this.requests++;
      await new Promise(setImmediate);
      return new HttpResponse({
        url,
        status: 200,
        headers: { "cache-control": "max-age=60" },
        body: new TextEncoder().encode("page"),
      });
    });
  }

  ask(url: string): Promise<HttpResponse> {
    return this.#stack.call({ url });
  }
}

function options(dir: string): HttpStackOptions {
  return { cache: new DiskCache({ dir }), robots: false, delayMs: 0 };
}

async function filesIn(root: string): Promise<readonly string[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function entriesIn(dir: string): Promise<readonly string[]> {
  return (await filesIn(dir)).filter((path) => /[\da-f]{32}$/.test(path));
}
