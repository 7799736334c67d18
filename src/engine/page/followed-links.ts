import {
  type CrawlProgress,
  CrawlRequest,
  type CrawlRequestOptions,
  linkOf,
} from "./crawl-request.ts";

/** The requests that `page.follow()` gives, each made as it is taken out. */
export class FollowedLinks implements Iterable<CrawlRequest> {
  readonly #urls: readonly string[];
  readonly #options: CrawlRequestOptions;
  readonly #progress: CrawlProgress;

  /** `depth` is that of the page. */
  constructor(urls: readonly string[], options: CrawlRequestOptions, depth: number) {
    this.#urls = urls;
    this.#options = options;
    this.#progress = linkOf(depth);
  }

  /** No generator, which would make one object more for each. */
  [Symbol.iterator](): Iterator<CrawlRequest, undefined> {
    let at = 0;
    return {
      next: () => {
        const url = this.#urls[at++];
        return url === undefined
          ? { done: true, value: undefined }
          : { done: false, value: this.#made(url) };
      },
    };
  }

  #made(url: string): CrawlRequest {
    return new CrawlRequest(url, this.#options, this.#progress);
  }
}
