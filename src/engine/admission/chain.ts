import type { CrawlRequest } from "../page/crawl-request.ts";
import { urlShape } from "./url-shape.ts";

/** Links from a start URL after which links in a row are counted: nearer, there can be no long row. */
const FAR = 100;

/**
 * Counts a link of a page as one more in a row of links between URLs of one shape, as from each day
 * of a calendar to the next.
 */
export function inChain(link: CrawlRequest, page: CrawlRequest): CrawlRequest {
  if (link.depth <= FAR) return link;
  return link.chained(urlShape(link.url) === urlShape(page.url) ? page.chain + 1 : 0);
}
