import { performance } from "node:perf_hooks";

import { parseRobots, robotsUrl } from "pagoda/http";

import { bytesOf, differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";

interface RobotsInput {
  readonly robots?: string;
  readonly robots_latin1?: string;
  readonly robots_generator?: string;
  readonly agent?: string;
  readonly url?: string;
  readonly max_ms?: number;
}

const allowed: Player = playerOf<{ readonly input: RobotsInput; readonly expect: boolean }>(
  ({ input, expect }) => {
    const { agent = "", url = "", max_ms: maxMs = Infinity } = input;
    const startedAt = performance.now();
    const allows = parseRobots(bodyOf(input)).allows(agent, url);
    const tookMs = performance.now() - startedAt;
    return firstOf(
      differs("allowed", allows, expect),
      tookMs <= maxMs ? undefined : `it took ${tookMs} ms`,
    );
  },
);

const delay: Player = playerOf<{ readonly input: RobotsInput; readonly expect: number | null }>(
  ({ input, expect }) =>
    differs("delay", parseRobots(bodyOf(input)).crawlDelayMs(input.agent ?? "") ?? null, expect),
);

const sitemaps: Player = playerOf<{
  readonly input: RobotsInput;
  readonly expect: readonly string[];
}>(({ input, expect }) =>
  differs("sitemaps", parseRobots(bodyOf(input), input.url).sitemaps, expect),
);

const place: Player = playerOf<{
  readonly input: { readonly page: string };
  readonly expect: string | null;
}>(({ input, expect }) => differs("robots.txt", placeOf(input.page), expect));

/** Players of the kinds about the text of a robots.txt. */
export const robotsPlayers: Readonly<Record<string, Player>> = {
  robots: allowed,
  "robots.delay": delay,
  "robots.sitemaps": sitemaps,
  "robots.url": place,
};

function placeOf(page: string): string | null {
  try {
    return robotsUrl(page);
  } catch {
    return null;
  }
}

function bodyOf({
  robots,
  robots_latin1: bytes,
  robots_generator: words,
}: RobotsInput): string | Uint8Array {
  if (words !== undefined) return generated(words);
  return bytes === undefined ? (robots ?? "") : bytesOf(bytes);
}

/** A text as described: `"User-agent: *\nDisallow: /x\n" repeated 1000 times then "Disallow: /y\n"`. */
function generated(words: string): string {
  const pieces = /^"(.*?)" repeated (\d+) times(?: then "(.*)")?$/s.exec(words);
  if (!pieces) throw new NotPlayed(`in words that are not understood: ${words}`);
  const [, piece = "", times, rest = ""] = pieces;
  return (piece.repeat(Number(times)) + rest).replaceAll(String.raw`\n`, "\n");
}
