import { crawl, type CrawlStats } from "pagoda/engine";
import { HttpHeaders, type HttpRequest } from "pagoda/http";
import { httpStack } from "pagoda/layers";

import { differs, firstOf, NotPlayed, playerOf, type Player, type Problem } from "../case.ts";
import { siteOf } from "../wire/site-words.ts";

interface TraceInput {
  readonly site?: Readonly<Record<string, string>> | string;
  readonly seed?: string;
  readonly policy?: { readonly sortQuery?: boolean; readonly stripParams?: readonly string[] };
  readonly options?: { readonly maxPages?: number; readonly maxDepth?: number };
  readonly option?: { readonly userAgents?: readonly string[]; readonly robotsAgent?: string };
}

interface TraceCase {
  readonly input: TraceInput;
  readonly expect: Readonly<Record<string, unknown>>;
}

interface Trace {
  readonly input: TraceInput;
  readonly requests: readonly HttpRequest[];
  /** Paths of the pages that were stored. */
  readonly stored: readonly string[];
  readonly stats: CrawlStats;
}

/** Crawls a site in memory through the whole stack, and looks at what was asked and stored. */
const traced: Player = playerOf<TraceCase>(async ({ input, expect }) => {
  const trace = await crawled(input);
  return firstOf(...Object.entries(expect).map(([key, value]) => check(trace, key, value)));
});

interface DedupCase {
  readonly input: { readonly links: readonly string[]; readonly policy?: TraceInput["policy"] };
  readonly expect: { readonly fetched: readonly string[] };
}

/** Crawls a page that has the links, and looks which of them are fetched. */
const deduped: Player = playerOf<DedupCase>(async ({ input: { links, policy }, expect }) => {
  const anchors = links.map((link) => `<a href="${link.replaceAll("&", "&amp;")}">x</a>`);
  const site = `every path answers 200 with ${anchors.join("")}`;
  const seed = "http://hub-of-links.test/";
  const { requests } = await crawled({ site, seed, ...(policy && { policy }) });
  const fetched = pagesOf(requests).filter(({ url }) => url !== seed);
  return differs("fetched", fetched.map(pathOf), expect.fetched);
});

/** Players of the kinds `engine.trace`, `engine.trap` and `engine.dedup`. */
export const engineTracePlayers: Readonly<Record<string, Player>> = {
  "engine.dedup": deduped,
  "engine.trace": traced,
  "engine.trap": traced,
};

/** Where a case has none: what robots.txt says to a token tells whose rules are kept. */
function siteForAgents({ option }: TraceInput): Readonly<Record<string, string>> {
  const agents = [option?.robotsAgent ?? "", ...(option?.userAgents ?? [])];
  const tokens = agents.map((agent) => agent.split("/", 1)[0] ?? "");
  const groups = tokens.map((token) => `User-agent: ${token}\nDisallow: /not-for-${token}\n`);
  const links = tokens.map((token) => `<a href="/not-for-${token}">x</a>`);
  return { "/": links.join(""), "/robots.txt": groups.join("\n") };
}

async function crawled(input: TraceInput): Promise<Trace> {
  const { site = siteForAgents(input), seed = "http://HOST/", policy, options, option } = input;
  const answer = siteOf(site);
  const requests: HttpRequest[] = [];
  await using service = httpStack({
    cookies: true,
    delayMs: 0,
    redirect: false,
    retry: false,
    ...(option?.userAgents && { userAgent: option.userAgents }),
    ...(option?.robotsAgent !== undefined && { robots: { agent: option.robotsAgent } }),
  }).service(async (request) => {
    requests.push(request);
    return answer(request);
  });
  const stored: string[] = [];
  const run = crawl({
    service,
    start: seed.replaceAll("HOST", "site.test"),
    scope: seed.includes("HOST") ? "same-host" : "all",
    ...options,
    ...(policy && { key: { ...policy, stripParams: [...(policy.stripParams ?? [])] } }),
    parse(page) {
      stored.push(pathOf(page));
      return page.follow("a[href]");
    },
  });
  const stats = await run.done();
  return { input, requests, stored, stats };
}

function check(trace: Trace, key: string, expected: unknown): Problem {
  const known = checks[key];
  if (!known) throw new NotPlayed(`an expectation that is not understood: ${key}`);
  return known(trace, expected);
}

const checks: Readonly<Record<string, (trace: Trace, expected: unknown) => Problem>> = {
  requests: ({ requests }, expected) => differs("requests", requests.map(pathOf), expected),
  not_requested: ({ requests }, expected) => {
    const paths = requests.map(pathOf).filter((path) => listOf(expected).includes(path));
    return differs("requested", paths, []);
  },
  stored_pages: ({ stored }, expected) => differs("stored", stored, expected),
  stored_pages_count: ({ stored }, expected) => differs("stored", stored.length, expected),
  stored_pages_min: ({ stored }, expected) => atLeast("stored", stored.length, expected),
  fetched_at_most: ({ requests }, expected) =>
    atMost("pages asked for", pagesOf(requests).length, expected),
  requests_max: ({ requests }, expected) => atMost("requests", requests.length, expected),
  terminates: ({ stats }) => differs("stop reason", stats.stopReason, "finished"),
  robots_group: ({ input, requests }, expected) => {
    const paths = new Set(requests.map(pathOf));
    const agents = [input.option?.robotsAgent ?? "", ...(input.option?.userAgents ?? [])];
    const kept = agents
      .map((agent) => agent.split("/", 1)[0] ?? "")
      .filter((token) => !paths.has(`/not-for-${token}`));
    return differs("groups kept to", kept, [expected]);
  },
  robots_request_ua_in: ({ requests }, expected) => {
    const asked = requests.find((request) => pathOf(request) === "/robots.txt");
    const agent = HttpHeaders.from(asked?.headers).get("user-agent") ?? "none";
    return listOf(expected).includes(agent) ? undefined : differs("agent", agent, expected);
  },
};

function pagesOf(requests: readonly HttpRequest[]): readonly HttpRequest[] {
  return requests.filter((request) => pathOf(request) !== "/robots.txt");
}

function pathOf({ url }: { readonly url: string }): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function atMost(what: string, actual: number, most: unknown): Problem {
  return actual <= Number(most) ? undefined : differs(what, actual, `<= ${Number(most)}`);
}

function atLeast(what: string, actual: number, least: unknown): Problem {
  return actual >= Number(least) ? undefined : differs(what, actual, `>= ${Number(least)}`);
}
