import { tryParseUrl } from "../http/url/parse-url.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { show } from "../service/options.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a URL as it is typed: absolute, http or https.
 *
 * One without a scheme is https if it begins with what looks like a host: a name with a dot,
 * `localhost` or an address. So a word that was meant as something else is not taken for a URL.
 * Throws a {@link UsageError}, since what commander makes of an `InvalidArgumentError` shows the text, and
 * the password in it.
 */
export function startUrl(text: string): string {
  const typed = text.trim();
  const url = SCHEME.test(typed) ? tryParseUrl(typed) : assumed(typed);
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url && isWeb && url.hostname !== "") return url.href;
  throw new UsageError(
    `Expected an http or https URL, such as https://example.com/: got ${show(redactUrl(text))}`,
  );
}

/** Reads one more of several. In place: a copy for each would take long where there are many. */
export function collectUrl(text: string, known: string[] = []): string[] {
  known.push(startUrl(text));
  return known;
}

/** `localhost:8080` has none. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
const HOST = /\.|^localhost$|^\[/;

function assumed(text: string): URL | undefined {
  const url = tryParseUrl(`https://${text}`);
  return url && HOST.test(url.hostname) ? url : undefined;
}
