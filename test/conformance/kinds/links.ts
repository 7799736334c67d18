import { performance } from "node:perf_hooks";

import { extractLinks, type LinkOptions } from "pagoda/html";
import { decodeText } from "pagoda/http";

import { bytesOf, differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";

interface LinksCase {
  readonly input: {
    readonly url: string;
    readonly html?: string;
    readonly html_latin1?: string;
    readonly html_generator?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly agent?: string;
    readonly encoding?: string;
    readonly respect?: string;
  };
  /** What is said besides of `index`, and of options that we have not, is passed over. */
  readonly expect: {
    readonly links?: readonly string[];
    readonly links_any?: readonly (readonly string[])[];
    readonly links_without_fragment?: readonly string[];
    readonly not?: readonly string[];
    readonly max_ms?: number;
  };
}

const linked: Player = playerOf<LinksCase>(({ input, expect }) => {
  const { html, encoding } = pageOf(input);
  const startedAt = performance.now();
  const links = extractLinks(html, input.url, { ...optionsOf(input), encoding });
  const tookMs = performance.now() - startedAt;

  const {
    not = [],
    max_ms: maxMs = Infinity,
    links_any: either = [expect.links ?? links],
  } = expect;
  const bare = [...new Set(links.map((link) => link.replace(/#.*/s, "")))];
  return firstOf(
    either.some((one) => differs("", links, one) === undefined)
      ? undefined
      : differs("links", links, either[0]),
    differs("links without fragments", bare, expect.links_without_fragment ?? bare),
    differs(
      "unwanted",
      links.filter((link) => not.includes(link)),
      [],
    ),
    tookMs <= maxMs ? undefined : `it took ${tookMs} ms`,
  );
});

/** Players of the kind `links`. */
export const linksPlayers: Readonly<Record<string, Player>> = { links: linked };

function pageOf(input: LinksCase["input"]): { readonly html: string; readonly encoding: string } {
  const { html_latin1: bytes, html_generator: words, headers = {}, encoding = "utf-8" } = input;
  if (bytes !== undefined) {
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type");
    const { text, encoding } = decodeText(bytesOf(bytes), type?.[1] ?? "text/html");
    return { html: text, encoding };
  }
  return { html: words === undefined ? (input.html ?? "") : generated(words), encoding };
}

function optionsOf({ headers, agent, respect = "" }: LinksCase["input"]): LinkOptions {
  return {
    ...(headers && { headers: Object.entries(headers) }),
    ...(agent !== undefined && { agent }),
    respectNofollow: respect.includes("rel"),
    respectMetaRobots: respect.includes("meta") || respect.includes("robots"),
  };
}

/** A page as described: `"<div>" repeated 1000 times then <a href=x>`, or with a comment of so many letters in it. */
function generated(words: string): string {
  const [, piece, times, rest = ""] =
    /^"(.*)" repeated (\d+) times(?: then (.*))?$/s.exec(words) ?? [];
  if (piece !== undefined) return piece.repeat(Number(times)) + rest;
  const page = words.replace(
    /\/\* (\d+) (.) \*\//,
    (_, count: string, filler: string) => `/*${filler.repeat(Number(count))}*/`,
  );
  if (page === words) throw new NotPlayed(`in words that are not understood: ${words}`);
  return page;
}
