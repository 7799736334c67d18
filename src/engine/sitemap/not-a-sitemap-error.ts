import { redactUrl } from "../../http/url/redact-url.ts";
import { ServiceError } from "../../service/errors.ts";

/** What was to be a sitemap is none, but a page or a file of another kind. */
export class NotASitemapError extends ServiceError {
  override readonly name = "NotASitemapError";
  readonly code = "not_a_sitemap";
  readonly url: string;

  constructor(url: string) {
    super(`${redactUrl(url)} is no sitemap`);
    this.url = url;
  }
}
