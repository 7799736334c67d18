import type { CrawlValues } from "../crawl-command.ts";
import type { LayerStory } from "./layer-story.ts";

/** Tells of what drives the stack in a crawl. */
export function crawlStory(values: CrawlValues): readonly LayerStory[] {
  const { concurrency, depth, perHost, retries, retry, scope, state } = values;
  const reach = depth === undefined ? "as far as they lead" : `up to ${depth} deep`;
  const again = retry && retries > 0 ? `, and what failed up to ${retries} times` : "";
  return [
    {
      layer: "frontier",
      does: `keeps what is to be fetched ${state === undefined ? "in memory" : `in ${state}`}, each URL once, fairly among hosts, ${perHost} at once of one`,
      why: "the crawl takes from it only what may start, so nothing that waits holds a worker",
    },
    {
      layer: "crawl",
      does: `fetches ${concurrency} pages at once, follows links ${reach} (scope ${scope}), puts back redirects as requests of their own${again}`,
      why: "it redirects and repeats itself, so the stack does neither: each goes through scope, dedup and the turns of its host",
    },
  ];
}
