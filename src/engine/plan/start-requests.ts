import { show } from "../../service/options.ts";
import { CrawlRequest, requireHttpUrl } from "../page/crawl-request.ts";
import type { Handlers } from "../page/handlers.ts";
import type { Start } from "./crawl-options.ts";

/** Start URLs as requests: checked at once where they are one or a list, else as they come. */
export function startRequests<Item>(
  start: Start | Iterable<Start> | AsyncIterable<Start>,
  handlers: Handlers<Item>,
): readonly CrawlRequest[] | AsyncIterable<CrawlRequest> {
  const requestOf = (one: Start): CrawlRequest => {
    const request =
      one instanceof CrawlRequest ? one : new CrawlRequest(requireHttpUrl("start", one));
    handlers.of(request.to);
    return request;
  };
  if (typeof start === "string" || start instanceof URL || start instanceof CrawlRequest) {
    return [requestOf(start)];
  }
  if (Array.isArray(start)) return start.map(requestOf);
  const isLazy = typeof start === "object" && start !== null;
  if (isLazy && (Symbol.iterator in start || Symbol.asyncIterator in start)) {
    return asTheyCome(start, requestOf);
  }
  throw new TypeError(`Expected "start" to be a URL or some of them: got ${show(start)}`);
}

async function* asTheyCome(
  start: Iterable<Start> | AsyncIterable<Start>,
  requestOf: (one: Start) => CrawlRequest,
): AsyncGenerator<CrawlRequest, void> {
  for await (const one of start) yield requestOf(one);
}
