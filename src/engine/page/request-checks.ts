import { httpProxy } from "../../http/client/proxy/http-proxy.ts";
import { requireBoolean, requireDuration, requireOptions, show } from "../../service/options.ts";
import type { CrawlRequestOptions } from "./crawl-request.ts";
import { requireJson } from "./json.ts";

/** Throws unless these can be options of a request. */
export function requireRequestOptions(options: CrawlRequestOptions): void {
  requireOptions("a request", options, known);
  const { body, dontFilter = false, meta = null, method = "GET", priority = 0 } = options;
  if (typeof priority !== "number" || Number.isNaN(priority)) {
    throw new RangeError(`Expected "priority" to be a number: got ${show(priority)}`);
  }
  if (typeof method !== "string") {
    throw new TypeError(`Expected "method" to be a string: got ${show(method)}`);
  }
  requireBoolean("dontFilter", dontFilter);
  if (body !== undefined) requireBody(body);
  requireJson("meta", meta);
  requireWay(options);
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

function requireTimeOfDay(notBefore: unknown): void {
  const isTime = typeof notBefore === "number" || notBefore instanceof Date;
  if (isTime && Number.isFinite(Number(notBefore))) return;
  const got = notBefore instanceof Date ? String(notBefore) : show(notBefore);
  throw new RangeError(
    `Expected "notBefore" to be a Date or a number of Unix milliseconds: got ${got}`,
  );
}
