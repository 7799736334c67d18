import { show } from "../../service/options.ts";
import { redactUrl } from "./redact-url.ts";

/** Parses an absolute URL that has a host, or throws a `TypeError` that quotes the input, its secrets redacted. */
export function parseUrl(input: string): URL {
  const url = tryParseUrl(input);
  if (url?.hostname) return url;
  throw new TypeError(
    `Expected an absolute URL with a host: got ${show(typeof input === "string" ? redactUrl(input) : input)}`,
  );
}

/** The host of a URL in lower case, without the dot that may end a host name. */
export function hostOf(url: URL): string {
  const host = url.hostname.toLowerCase();
  return /[^.]\.$/.test(host) ? host.slice(0, -1) : host;
}

/**
 * Parses a URL, or answers undefined.
 *
 * `URL.canParse` would be shorter; optimized by Node 20, it is wrong about hosts in Latin-1.
 */
export function tryParseUrl(input: string, base?: URL): URL | undefined {
  try {
    return new URL(input, base);
  } catch {
    return undefined;
  }
}
