import { crawl, type ScopeName } from "pagoda/engine";
import { type HttpRequest, HttpResponse } from "pagoda/http";
import { ServiceBuilder } from "pagoda/service";

import { differs, playerOf, type Player } from "../case.ts";

interface ScopeCase {
  readonly input: { readonly seed: string; readonly link: string; readonly strategy: ScopeName };
  readonly expect: "in" | "out";
}

/** Whether a crawl from the seed asks for the link. */
const scoped: Player = playerOf<ScopeCase>(async ({ input: { seed, link, strategy }, expect }) => {
  const asked: string[] = [];
  const run = crawl({
    start: seed,
    scope: strategy,
    service: ServiceBuilder.for<HttpRequest, HttpResponse>().service(async ({ url }) => {
      asked.push(url);
      return new HttpResponse({ url, status: 200 });
    }),
    async *parse(page) {
      if (page.depth === 0) yield* page.follow(new URL(link));
    },
  });
  const { notFetched } = await run.done();
  const isIn = asked.length > 1 || notFetched.duplicate !== undefined; // the seed, in other words
  return differs(link, isIn ? "in" : "out", expect);
});

/** Players of the kind `scope`. */
export const scopePlayers: Readonly<Record<string, Player>> = { scope: scoped };
