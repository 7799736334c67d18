import { HttpError } from "./errors.ts";
import { headerText } from "./header-text.ts";
import { HttpHeaders } from "./headers.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { secretHeaders } from "./secret-headers.ts";
import { originOf } from "./url/origin-of.ts";
import { tryParseUrl } from "./url/parse-url.ts";
import { redactUrl } from "./url/redact-url.ts";
import { requireUrl } from "./url/require-url.ts";

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that are meant for one origin only: its secrets, and its name. */
export const ofOneOrigin: readonly string[] = [...secretHeaders, "host"];

/** Headers beside `Content-*` that speak of a body. */
const ofTheBody = ["transfer-encoding", "trailer", "expect", "digest", "last-modified"];

/**
 * The request that a redirect asks for; undefined where the response is none that can be followed.
 *
 * Redirects are 301, 302, 303, 307 and 308 with a Location; any other response, a 300 or 304 or one
 * whose Location is absent or empty, is to be taken as it is.
 *
 * **Target** (RFC 9110, section 10.2.2). Location is resolved on the URL of the request as browsers do:
 * bytes that are UTF-8 are read as such and others as Latin-1, and spaces are encoded as `%20`.
 * Without a fragment of its own it inherits the one of the request, and within one origin user name
 * and password, too.
 * It throws a `bad_redirect` where that is no http(s) URL, or several Locations differ.
 *
 * **Method** (section 15.4). 303 makes it GET, but leaves a HEAD; 301 and 302 turn POST into GET;
 * else method and body stay. With the body go the headers that speak of it.
 *
 * **Headers.** Another scheme, host or port is never told Host, `sensitive` headers and those of
 * {@link secretHeaders}, such as Authorization and Cookie. Nothing brings them back further down the chain.
 * Of a Referer it is told the origin at most, and nothing on the way from https to http, as in browsers.
 *
 * @example
 * ```ts
 * const next = redirectOf(request, response);
 * if (next) console.log(`${response.status} leads to ${next.url}`);
 * ```
 */
export function redirectOf(
  request: HttpRequest,
  response: HttpResponse,
  sensitive: Iterable<string> = [],
): HttpRequest | undefined {
  const location = locationOf(request, response);
  if (location === undefined) return undefined;
  const url = targetOf(request, response, location);
  const next = asksForPage(request, response.status) ? pageRequest(request) : request;
  if (originOf(request.url) === originOf(url)) return { ...next, url };
  return { ...withLessReferer(without(next, [...ofOneOrigin, ...sensitive]), url), url };
}

/** Whether a response has the status of a redirect, so that it may ask for another request. */
export function isRedirect({ status }: HttpResponse): boolean {
  return statuses.has(status);
}

function locationOf(request: HttpRequest, response: HttpResponse): string | undefined {
  if (!isRedirect(response)) return undefined;
  const [location = "", ...others] = new Set(response.headers.getAll("location"));
  if (others.length > 0) throw badRedirect(request, response, "to several places at once");
  return headerText(location) || undefined;
}

function targetOf(request: HttpRequest, response: HttpResponse, location: string): string {
  const base = requireUrl(request.url);
  const target = tryParseUrl(location, base);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") {
    throw badRedirect(request, response, `to what is no http(s) URL: ${redactUrl(location)}`);
  }
  if (target.origin === base.origin && target.username === "" && target.password === "") {
    target.username = base.username;
    target.password = base.password;
  }
  return target.href.includes("#") ? target.href : target.href + base.hash;
}

function asksForPage({ method = "GET" }: HttpRequest, status: number): boolean {
  if (status === 303) return true;
  return (status === 301 || status === 302) && method.toUpperCase() === "POST";
}

function pageRequest(request: HttpRequest): HttpRequest {
  const { body: _body, ...bodiless } = request;
  const method = request.method?.toUpperCase() === "HEAD" ? "HEAD" : "GET";
  const names = [...HttpHeaders.from(request.headers)].map(([name]) => name.toLowerCase());
  const gone = names.filter((name) => name.startsWith("content-"));
  return { ...without(bodiless, [...ofTheBody, ...gone]), method };
}

function without(request: HttpRequest, names: Iterable<string>): HttpRequest {
  if (request.headers === undefined) return request;
  let headers = HttpHeaders.from(request.headers);
  for (const name of names) headers = headers.without(name);
  return { ...request, headers };
}

/** By the policy `strict-origin-when-cross-origin`. */
function withLessReferer(request: HttpRequest, url: string): HttpRequest {
  const headers = HttpHeaders.from(request.headers);
  const referer = headers.get("referer");
  if (referer === undefined) return request;
  const { origin, protocol } = tryParseUrl(referer) ?? {};
  const isTold = protocol === new URL(url).protocol || protocol === "http:";
  return isTold && origin
    ? { ...request, headers: headers.with("referer", `${origin}/`) }
    : without(request, ["referer"]);
}

function badRedirect(request: HttpRequest, response: HttpResponse, where: string): HttpError {
  const message = `${redactUrl(request.url)} redirects ${where}`;
  return new HttpError("bad_redirect", message, { request, response });
}
