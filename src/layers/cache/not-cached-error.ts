import { redactUrl } from "../../http/url/redact-url.ts";
import { RejectedError } from "../../service/errors.ts";

/** A request that is to be answered without the server, by `cache: "offline"`, found nothing kept. */
export class NotCachedError extends RejectedError {
  override readonly name = "NotCachedError";
  override readonly code = "not_cached";
  readonly url: string;

  constructor(url: string) {
    const shown = redactUrl(url);
    super(`Nothing is kept of ${shown}, and the server is not to be asked`);
    this.url = shown;
  }
}
