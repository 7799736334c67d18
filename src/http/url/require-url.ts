import { show } from "../../service/options.ts";
import { tryParseUrl } from "./parse-url.ts";
import { redactUrl } from "./redact-url.ts";

/** Parses an absolute URL that has a host, or throws a `TypeError` that quotes the input, its secrets redacted. */
export function requireUrl(input: string): URL {
  const url = tryParseUrl(input);
  if (url?.hostname) return url;
  throw new TypeError(
    `Expected an absolute URL with a host: got ${show(typeof input === "string" ? redactUrl(input) : input)}`,
  );
}
