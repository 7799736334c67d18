import { parseRobots } from "pagoda/http";

import { differs, NotPlayed, playerOf, type Player } from "../case.ts";

interface GoogleCase {
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
}

/** Answers of the reference parser of Google. */
export const googleSuite: Player = playerOf<GoogleCase>(({ robots, agent, url, allowed }) =>
  differs("allowed", allows(robots, agent, url), allowed),
);

interface ProtegoCase {
  readonly robots: string;
  readonly query: string;
  readonly args: readonly string[];
  readonly result: unknown;
}

/** Answers of Protego, the parser of Scrapy. */
export const protegoSuite: Player = playerOf<ProtegoCase>(({ robots, query, args, result }) => {
  const [first = "", agent = ""] = args;
  switch (query) {
    case "can_fetch":
      return differs("allowed", allows(robots, agent, first), result);
    case "crawl_delay": {
      const delayMs = parseRobots(robots).crawlDelayMs(first);
      return differs("delay", delayMs === undefined ? null : delayMs / 1000, result);
    }
    case "sitemaps":
      return differs("sitemaps", parseRobots(robots).sitemaps, result);
    default:
      throw new NotPlayed(`${query} is not offered`);
  }
});

/** Where the URL is none, nothing forbids it. */
function allows(robots: string, agent: string, url: string): boolean {
  if (agent === "") throw new NotPlayed("nobody asks");
  return parseRobots(robots).allows(agent, url.startsWith("/") ? `http://a.test${url}` : url);
}
