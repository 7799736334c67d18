import { httpProxy } from "../../http/client/proxy/http-proxy.ts";
import { wireRequest } from "../../http/client/wire-request.ts";
import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest } from "../../http/message.ts";
import { requireBoolean, requireDuration, requireOptions, show } from "../../service/options.ts";
import type { CrawlRequestOptions } from "./crawl-request.ts";
import { frozenJson } from "./json.ts";

/** These options of a request, with copies of what could change later. Throws unless it can be sent. */
export function requestOptionsOf<To extends string>(
  options: CrawlRequestOptions<To>,
): CrawlRequestOptions<To> {
  requireOptions("a request", options, known);
  const { body, dontFilter = false, method = "GET", priority = 0 } = options;
  requirePriority(priority);
  requireBoolean("dontFilter", dontFilter);
  if (body !== undefined) requireBody(body);
  requireWay(options);
  requireMethod(method);
  const headers = headersOf(options);
  return {
    ...options,
    ...(headers && { headers }),
    ...(body instanceof Uint8Array && { body: body.slice() }),
    meta: frozenJson("meta", options.meta ?? null),
  };
}

const known: Readonly<Record<keyof CrawlRequestOptions, true>> = {
  to: true,
  method: true,
  headers: true,
  body: true,
  priority: true,
  dontFilter: true,
  meta: true,
  notBefore: true,
  timeoutMs: true,
  proxy: true,
};

function requirePriority(priority: unknown): void {
  if (typeof priority === "number" && !Number.isNaN(priority)) return;
  throw new RangeError(`Expected "priority" to be a number: got ${show(priority)}`);
}

function requireMethod(method: unknown): void {
  if (typeof method !== "string") {
    throw new TypeError(`Expected "method" to be a string: got ${show(method)}`);
  }
  if (method !== "GET") requireWired("method", { method });
}

function requireBody(body: unknown): void {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  throw new TypeError(`Expected "body" to be text or bytes: got ${show(body)}`);
}

/** When, how long, through what and to whom. */
function requireWay({ notBefore, proxy, timeoutMs, to }: CrawlRequestOptions): void {
  if (to !== undefined && typeof to !== "string") {
    throw new TypeError(`Expected "to" to be the name of a handler: got ${show(to)}`);
  }
  if (notBefore !== undefined) requireTimeOfDay(notBefore);
  if (timeoutMs !== undefined) requireDuration("timeoutMs", timeoutMs);
  if (proxy !== undefined && proxy !== false) httpProxy(proxy); // for what it throws
}

function headersOf({ body, headers: given }: CrawlRequestOptions): HttpHeaders | undefined {
  if (given === undefined) return undefined;
  const headers = HttpHeaders.from(given);
  requireWired("headers", { headers, ...(body !== undefined && { body }) });
  return headers;
}

/** Throws where the client would refuse to send it, which a crawl could only tell much later. */
function requireWired(option: string, part: Partial<HttpRequest>): void {
  try {
    wireRequest({ url: "http://localhost/", ...part }, "pagoda");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`Expected "${option}" that can be sent. ${why}`, { cause: error });
  }
}

function requireTimeOfDay(notBefore: unknown): void {
  const isTime = typeof notBefore === "number" || notBefore instanceof Date;
  if (isTime && Number.isFinite(Number(notBefore))) return;
  const got = notBefore instanceof Date ? String(notBefore) : show(notBefore);
  throw new RangeError(
    `Expected "notBefore" to be a Date or a number of Unix milliseconds: got ${got}`,
  );
}
