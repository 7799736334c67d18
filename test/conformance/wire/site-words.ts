import { HttpHeaders, type HttpRequest, HttpResponse, type HttpResponseInit } from "pagoda/http";

import { NotPlayed } from "../case.ts";

/** What a site answers to a request; undefined is a 404. */
type SiteAnswer = Omit<HttpResponseInit, "url"> | undefined;

/** A site that a case describes: paths with their bodies or what they do, or all in words. */
export function siteOf(
  site: Readonly<Record<string, string>> | string,
): (_: HttpRequest) => HttpResponse {
  const answer = typeof site === "string" ? everywhere(site) : byPath(site);
  return (request) => {
    const { url } = request;
    return new HttpResponse({ url, status: 404, ...answer(request) });
  };
}

/** Understands `every path /a/... answers 200 with <body>`. */
function everywhere(words: string): (request: HttpRequest) => SiteAnswer {
  const [, path = "/", body] =
    /every path (?:(\S*?)(?:\.\.\.)? )?answers 200 with (.*)$/s.exec(words) ?? [];
  if (body === undefined) throw new NotPlayed(`in words that are not understood: ${words}`);
  return ({ url }) => (new URL(url).pathname.startsWith(path) ? htmlOf(body) : undefined);
}

function byPath(site: Readonly<Record<string, string>>): (request: HttpRequest) => SiteAnswer {
  const pages = new Map(Object.entries(site).map(([path, words]) => [path, pageOf(words)]));
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return pages.get(pathname + search)?.(request);
  };
}

/** Understands `302 -> /x`, `first: 302 -> / with Set-Cookie: s=1; with cookie: page`, `404`, and bodies. */
function pageOf(words: string): (request: HttpRequest) => SiteAnswer {
  const [, before, after] = /^first: (.*); with cookie: (.*)$/s.exec(words) ?? [];
  if (before !== undefined && after !== undefined) {
    const [without, within] = [pageOf(before), pageOf(after)];
    return (request) => (hasCookie(request) ? within(request) : without(request));
  }
  const [, status, location, cookie] =
    /^(3\d\d) -> (\S+)(?: with Set-Cookie: (.*))?$/.exec(words) ?? [];
  if (status !== undefined && location !== undefined) {
    const headers = { location, ...(cookie !== undefined && { "set-cookie": cookie }) };
    return () => ({ status: Number(status), headers });
  }
  if (/^[45]\d\d$/.test(words)) return () => ({ status: Number(words) });
  return () => htmlOf(words);
}

function htmlOf(body: string): SiteAnswer {
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

function hasCookie({ headers }: HttpRequest): boolean {
  return HttpHeaders.from(headers).has("cookie");
}
