import { type HttpRequest, HttpResponse, toHttpError } from "pagoda/http";
import { robots } from "pagoda/layers";
import { ServiceBuilder, settle, type Stack } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { differs, firstOf, playerOf, type Player, type Problem } from "../case.ts";
import { codedFailure } from "./classify.ts";

interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly network_error?: string;
}

interface FetchCase {
  readonly input: Answer & {
    readonly redirect_loop?: boolean;
    readonly redirect_to_other_host?: boolean;
    readonly final?: Answer;
  };
  readonly expect:
    | "disallow_all"
    | "allow_all"
    | "rules"
    | "retry_later_disallow_meanwhile"
    | { readonly disallow: readonly string[] };
}

/** What the answer for a robots.txt means for the pages of its host. */
const fetched: Player = playerOf<FetchCase>(async ({ input, expect }) => {
  const site = new Site(input);
  if (expect === "allow_all") return differs("fetched", await site.fetched(PAGES), PAGES);
  if (expect === "disallow_all") return differs("fetched", await site.fetched(PAGES), []);
  if (expect === "retry_later_disallow_meanwhile") return retriedLater(site);
  const disallowed = expect === "rules" ? disallowedBy(input.body ?? "") : expect.disallow;
  return differs("fetched", await site.fetched([...disallowed, ...PAGES]), PAGES);
});

/** Players of the kind `robots.fetch`. */
export const robotsFetchPlayers: Readonly<Record<string, Player>> = { "robots.fetch": fetched };

/** Pages that no rule of a case speaks of. */
const PAGES = ["/", "/free/page.html"];
const HOST = "http://first.test";
const A_DAY_MS = 24 * 60 * 60 * 1000;

async function retriedLater(site: Site): Promise<Problem> {
  const meanwhile = await site.fetched(PAGES);
  const askedFirst = site.robotsAsked;
  site.clock.advance(A_DAY_MS);
  await site.fetched(PAGES);
  return firstOf(
    differs("fetched meanwhile", meanwhile, []),
    differs("asked for again", site.robotsAsked > askedFirst, true),
  );
}

/** A host whose robots.txt is asked for through the layer `robots`, in virtual time. */
class Site {
  readonly clock = new VirtualClock();
  robotsAsked = 0;
  readonly #input: FetchCase["input"];
  readonly #stack: Stack<HttpRequest, HttpResponse>;

  constructor(input: FetchCase["input"]) {
    this.#input = input;
    this.#stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(robots({ agent: "TestBot" }))
      .service(async ({ url }) => this.#answer(url), { clock: this.clock });
  }

  /** Those of the paths that may be fetched. */
  async fetched(paths: readonly string[]): Promise<readonly string[]> {
    const allowed: string[] = [];
    for (const path of paths) {
      const outcome = await this.clock.run(settle(this.#stack.call({ url: HOST + path })));
      if (outcome.ok) allowed.push(path);
    }
    return allowed;
  }

  #answer(url: string): HttpResponse {
    const { redirect_loop: loops, redirect_to_other_host: moves, final, ...answer } = this.#input;
    if (!url.endsWith("/robots.txt")) return new HttpResponse({ url, status: 200 });
    this.robotsAsked++;
    if (loops) return redirectTo(url, url);
    if (!moves) return responseOf(url, answer);
    const elsewhere = "http://other.test/robots.txt";
    return url === elsewhere ? responseOf(url, final ?? {}) : redirectTo(elsewhere, url);
  }
}

function responseOf(
  url: string,
  { status = 200, network_error: failure, ...answer }: Answer,
): HttpResponse {
  if (failure !== undefined) throw toHttpError(codedFailure(failure));
  return new HttpResponse({ url, status, ...answer });
}

function redirectTo(location: string, url: string): HttpResponse {
  return new HttpResponse({ url, status: 302, headers: { location } });
}

function disallowedBy(body: string): readonly string[] {
  return [...body.matchAll(/^disallow:[ \t]*(\/[^\s*$#]*)/gim)].flatMap(([, path]) => path ?? []);
}
