import { ServiceError } from "../../service/errors.ts";

/** What was to be a sitemap of a crawl is a page, or a file of another kind. */
export class NotASitemapError extends ServiceError {
  override readonly name = "NotASitemapError";
  readonly code = "not_a_sitemap";
  /** Without the secrets in it. */
  readonly url: string;

  constructor(url: string) {
    super(`${url} is no sitemap`);
    this.url = url;
  }
}
