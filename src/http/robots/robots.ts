import { knownOrigin } from "../url/known-origin.ts";
import { tryParseUrl } from "../url/parse-url.ts";
import { agentNames, anyAgent } from "./robots-agent.ts";
import { type Group, readGroups } from "./robots-groups.ts";
import { readDirectives, textOf } from "./robots-lines.ts";
import { pathOf } from "./robots-path.ts";

/** What a robots.txt file asks of crawlers. */
export interface Robots {
  /** Whether `agent` may fetch `url`. Throws a `TypeError` on what is no URL. */
  allows(agent: string, url: string): boolean;
  /** The wait between two requests that the file asks of `agent`, in milliseconds. */
  crawlDelayMs(agent: string): number | undefined;
  /** The sitemaps that the file names, in its order. */
  readonly sitemaps: readonly string[];
}

/**
 * Reads a robots.txt file by RFC 9309. No file is wrong: what makes no sense is passed over.
 *
 * **Agents.** `agent` is a product token (`FooBot`) or a whole `User-Agent` value: `FooBot/2.1 (+url)`
 * and `Mozilla/5.0 (compatible; FooBot/2.1)` are both `FooBot`. Case does not matter.
 * An agent heeds all groups that name it and no other; one that is named nowhere heeds those of `*`.
 * A name is the whole of a token, never its beginning: `Foo` is not `FooBot`. But where no group
 * names `FooBot2`, those of `FooBot` do, since the RFC has no digit in a name.
 *
 * **Groups.** User-agent lines share the rules below them, and only an `Allow` or `Disallow` ends the
 * list of names, not a blank line or another directive. Rules above the first name are void.
 *
 * **Rules.** The rule of the longest path wins wherever it stands, `Allow` wins a tie, and what no
 * rule speaks of is allowed, as is `/robots.txt` itself. An empty rule says nothing.
 * In a path `*` is any run of characters and a last `$` the end of the URL; `%2A` and `%24` are
 * the characters themselves. The query belongs to the URL, the fragment does not.
 * Rules and URLs are compared in one normal form: `%7E` is `~`, `ツ` is `%E3%83%84` is `%e3%83%84`,
 * a space is `%20`, while `%2F` is not `/`. Bytes that are no UTF-8 are compared as they are.
 * `Allow: /a/index.html` also allows `/a/`, as Google does.
 *
 * **Crawl-delay.** Seconds, also with a decimal point; anything else is passed over. It speaks to the
 * agents named above it in its group, and the first that speaks to an agent counts. There is no cap.
 *
 * **Sitemaps.** May stand anywhere. They are resolved on `url`, the place of the file, and those that
 * are no URL dropped; without `url` they are kept as they stand.
 *
 * **Lines.** End with CR, LF or both. A byte order mark and NUL bytes are dropped, `#` begins a
 * comment, a missing colon and Google's list of misspelt names are forgiven.
 * The first 500 KiB count, without the line cut short there, and the first 16 KiB of a line.
 *
 * Time is linear: a rule costs its own length and that of the URL, whatever its `*`.
 *
 * @example
 * ```ts
 * const robots = parseRobots("User-agent: *\nDisallow: /private\nAllow: /private/*.html$");
 * robots.allows("FooBot", "https://example.com/private/a.html"); // true
 * robots.allows("FooBot", "https://example.com/private/a.pdf"); // false
 * ```
 */
export function parseRobots(body: Uint8Array | string, url?: string): Robots {
  const directives = readDirectives(body);
  const groups = readGroups(directives);
  const base = url === undefined ? undefined : new URL(url).href;

  let latest: { readonly agent: string; readonly group: Group | undefined } | undefined;
  const groupOf = (agent: string): Group | undefined => {
    if (latest?.agent !== agent) {
      const name = agentNames(agent).find((name) => groups.has(name));
      latest = { agent, group: groups.get(name ?? anyAgent) };
    }
    return latest.group;
  };

  return {
    allows(agent, url) {
      const group = groupOf(agent);
      if (!group && knownOrigin(url)) return true;
      const path = pathOf(url);
      return path === "/robots.txt" || (group?.allows(path) ?? true);
    },
    crawlDelayMs: (agent) => groupOf(agent)?.crawlDelayMs,
    sitemaps: directives
      .filter(({ name }) => name === "sitemap")
      .flatMap(({ value }) => resolve(textOf(value), base)),
  };
}

function resolve(reference: string, base: string | undefined): readonly string[] {
  if (base === undefined) return [reference];
  const url = tryParseUrl(reference, new URL(base));
  return url ? [url.href] : [];
}
