import type { CrawlRequest } from "../page/crawl-request.ts";
import { chainShape } from "./chain-shape.ts";
import { isOtherPage } from "./pagination.ts";

/** Links from a start URL after which links in a row are counted: nearer, there can be no long row. */
const FAR = 100;

/**
 * Counts a link of a page as one more in a row of links between URLs of one shape, as from each day
 * of a calendar to the next. From one page of a list to another, it counts neither way.
 */
export function inChain(link: CrawlRequest, page: CrawlRequest): CrawlRequest {
  if (link.depth <= FAR) return link;
  if (isOtherPage(link.url, page.url)) return link.chained(page.chain);
  return link.chained(chainShape(link.url) === chainShape(page.url) ? page.chain + 1 : 0);
}
