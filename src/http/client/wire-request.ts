import { show } from "../../service/options.ts";
import { requireUseOf } from "../cache-use.ts";
import { InvalidRequestError } from "../errors.ts";
import { type HeadersInit, HttpHeaders } from "../headers.ts";
import type { HttpRequest } from "../message.ts";
import { knownOrigin } from "../url/known-origin.ts";
import { redactUrl } from "../url/redact-url.ts";
import { acceptEncoding } from "./content-coding.ts";
import { messageOf } from "./network-error.ts";
import { requireSendable, requireStart } from "./require-sendable.ts";

/** Where a request goes. */
interface Target {
  /** The URL as the WHATWG parser gives it. */
  readonly url: string;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** The value of Authorization that the URL asks for. */
  readonly authorization?: string | undefined;
}

/** A request as it goes on the wire. */
export interface WireRequest extends Omit<Target, "authorization"> {
  readonly method: string;
  /** Names and values in turns. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/**
 * Makes of a request what goes on the wire.
 *
 * Path and query are those that the WHATWG parser gives, to the byte; it drops line breaks and tabs.
 * A user name and password in the URL are sent as Basic authorization, as curl does.
 * Headers keep their order and the spelling of their names; behind them come User-Agent, Accept and
 * Accept-Encoding where the request has none of them, not even an empty one. A request with a Range asks
 * for no coding, of which a part could not be undone.
 * The usual methods may be written in lower case. Any of them may have a body.
 * Throws an {@link InvalidRequestError} on what cannot be sent.
 */
export function wireRequest(request: HttpRequest, userAgent: string): WireRequest {
  requireNoCache(request);
  const { headers: given = NO_HEADERS, body = null } = request;
  requireBody(body);
  // Spelled out, as a spread would cost more than all the rest.
  const { url, origin, path, authorization } = targetOf(request.url);
  const method = methodOf(request);
  const known = authorization === undefined ? knownHeaders(given, userAgent) : undefined;
  const headers = known ?? headersOf(given, userAgent, authorization);
  const wire = { url, origin, path, method, headers, body };
  if (known) {
    requireStart(wire);
  } else {
    requireSendable(wire);
    if (authorization === undefined) latest = { given, userAgent, headers };
  }
  return wire;
}

/** What a request asks for, as a message may show it. */
export function subjectOf({ method, url }: WireRequest): string {
  return `${method} ${redactUrl(url)}`;
}

function requireNoCache(request: HttpRequest): void {
  requireUseOf(request);
  const { cache } = request;
  if (cache !== "offline" && cache !== "only-if-cached") return;
  throw new InvalidRequestError(`Expected a cache above the client, as ${show(cache)} asks`);
}

function requireBody(body: unknown): void {
  if (body === null || typeof body === "string" || body instanceof Uint8Array) return;
  throw new InvalidRequestError(`Expected a body of text or bytes: got ${show(body)}`);
}

const NORMALIZED = /^(?:connect|delete|get|head|options|patch|post|put)$/i;

/** The usual methods in upper case, others as they are. */
export function usualMethod(method: string): string {
  return method !== "GET" && NORMALIZED.test(method) ? method.toUpperCase() : method;
}

function methodOf({ method = "GET" }: HttpRequest): string {
  const known = usualMethod(method);
  if (known !== "CONNECT") return known;
  throw new InvalidRequestError("Expected a method that asks for a resource: got CONNECT");
}

const plainPath = /^\/[\w.~!$&()*+,;=:@/[\]\-%|']*(?:\?[\w.~!$&()*+,;=:@/[\]\-%|?]*)?$/;
/** A path segment that may be "." or "..", which the parser resolves. */
const dots = /\/(?:\.|%2e)/i;

function targetOf(url: string): Target {
  if (typeof url !== "string") throw noUrl(url);
  const known = knownOrigin(url);
  if (known) {
    const { origin } = known;
    const path = url.slice(origin.length);
    if (plainPath.test(path) && !dots.test(path)) return { url, origin, path };
  }
  return parsedTarget(url);
}

function parsedTarget(input: string): Target {
  const url = tryParse(input);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw noUrl(redactUrl(input));
  }
  const [, path = "/"] = /^https?:\/\/[^/]*([^#]*)/.exec(url.href) ?? []; // `search` has no empty query
  const target = { url: url.href, origin: url.origin, path };
  if (url.username === "" && url.password === "") return target;
  return { ...target, authorization: basicAuthorization(url) };
}

/** What user name and password of a URL are as Basic authorization. */
export function basicAuthorization({
  username,
  password,
}: Pick<URL, "username" | "password">): string {
  const credentials = Buffer.from(`${unescaped(username)}:${unescaped(password)}`);
  return `Basic ${credentials.toString("base64")}`;
}

function noUrl(input: unknown): InvalidRequestError {
  return new InvalidRequestError(`Expected an absolute http or https URL: got ${show(input)}`);
}

function tryParse(input: string): URL | undefined {
  try {
    return new URL(input);
  } catch {
    return undefined;
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const NO_HEADERS = HttpHeaders.from();

/** What the last request was given and sent; those of many requests are one object. */
let latest: SentHeaders | undefined;

interface SentHeaders {
  readonly given: HeadersInit;
  readonly userAgent: string;
  /** Shared, so never to be changed. */
  readonly headers: string[];
}

/** What is sent for headers that cannot have changed since they were last sent, whatever the body. */
function knownHeaders(given: HeadersInit, userAgent: string): string[] | undefined {
  if (given !== latest?.given || userAgent !== latest.userAgent) return undefined;
  return given instanceof HttpHeaders && !given.has("content-length") ? latest.headers : undefined;
}

function headersOf(
  headers: HeadersInit,
  userAgent: string,
  authorization: string | undefined,
): string[] {
  const given = givenHeaders(headers);
  const sent = [...given].flat();
  const add = (name: string, value: string): void => {
    if (!given.has(name)) sent.push(name, value);
  };
  if (authorization !== undefined) add("authorization", authorization);
  add("user-agent", userAgent);
  add("accept", "*/*");
  add("accept-encoding", given.has("range") ? "identity" : acceptEncoding);
  return sent;
}

function givenHeaders(init: HeadersInit): HttpHeaders {
  try {
    return HttpHeaders.from(init);
  } catch (error) {
    throw new InvalidRequestError(messageOf(error), { cause: error });
  }
}
