import { isDeepStrictEqual } from "node:util";

import { redactUrl } from "../../http/url/redact-url.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { formatName } from "../out-format.ts";
import { UsageError } from "../usage-error.ts";
import type { CrawlNote } from "./crawl-note.ts";
import { flagOf, isNegative, optionsKept } from "./kept-options.ts";

/** What was typed for a crawl. */
export interface Typed {
  readonly urls: readonly string[];
  readonly values: CrawlValues;
  /** The options that were given, and are no defaults. */
  readonly given: ReadonlySet<string>;
}

/**
 * What a crawl goes on with: what was given, and for the rest what it was begun with.
 *
 * Throws a {@link UsageError} where something was given that must not change, or something was not
 * that is not kept.
 */
export function goOn(note: CrawlNote, { given, urls, values }: Typed): Omit<Typed, "given"> {
  requireSameUrls(note.urls, urls);
  for (const name of optionsKept("fixed")) {
    if (given.has(name)) requireSame(name, note.options[name], values[name]);
  }
  requireSecrets(note, values, given);
  const said = Object.entries(values).filter(([name]) => given.has(name));
  const merged = { ...values, ...note.options, ...Object.fromEntries(said) };
  requireSameFormat(note.options, merged);
  return { urls: note.urls, values: merged };
}

/** Another file may have another format. */
function requireSameFormat(before: Partial<CrawlValues>, now: CrawlValues): void {
  if (before.out === undefined || before.out !== now.out) return;
  const formats = [before, now].map(({ format, out }) => formatName(out, format));
  requireSame("format", formats[0], formats[1]);
}

function requireSameUrls(before: readonly string[], given: readonly string[]): void {
  if (given.length === 0) return;
  if (isDeepStrictEqual(new Set(before), new Set(given))) return;
  throw changed("the URLs", listed(before) || "none", listed(given));
}

function listed(urls: readonly string[]): string {
  return urls.map((url) => redactUrl(url)).join(" ");
}

function requireSame(name: keyof CrawlValues, before: unknown, given: unknown): void {
  if (isDeepStrictEqual(before, given)) return;
  const shown = isNegative(name) ? whether : show;
  throw changed(flagOf(name), shown(before), shown(given));
}

function changed(what: string, before: string, given: string): UsageError {
  const free = optionsKept("free").map(flagOf).join(", ");
  return new UsageError(
    `Expected ${what} that --state was begun with, ${before}: got ${given} ` +
      `(these may change: ${free}, --header, --proxy, and what is for one run)`,
  );
}

function requireSecrets(
  { headers, options, proxyPassword }: CrawlNote,
  { header = [] }: CrawlValues,
  given: ReadonlySet<string>,
): void {
  const names = new Set(header.map(([name]) => name.toLowerCase()));
  const missing = headers.find((name) => !names.has(name));
  if (missing !== undefined) throw notKept(`--header "${missing}: ..."`);
  if (proxyPassword && !given.has("proxy")) throw notKept(`--proxy ${String(options.proxy)}`);
}

function notKept(what: string): UsageError {
  return new UsageError(
    `Expected ${what}, with which --state was begun: it may hold a secret, so --state does not keep it`,
  );
}

/** Of an option that can only be turned off. */
function whether(isOn: unknown): string {
  return isOn === true ? "not given" : "given";
}

function show(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
