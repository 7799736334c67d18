import { redactUrl } from "../../http/url/redact-url.ts";
import { show } from "../../service/options.ts";
import type { NotFetchedReason } from "../fates.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import { HookError } from "./hook-error.ts";

/** Says whether a crawl wants a link: `true`, or `false` or why not. */
export type LinkFilter = (request: CrawlRequest) => Awaitable<boolean | string>;

/** Why a link is not wanted. */
export interface Unwanted {
  readonly reason: NotFetchedReason;
  /** What the filter said. */
  readonly why?: string;
  /** What it threw. */
  readonly error?: Error;
}

/** Asks a filter of the user's. Where it fails, that is told to `onError`, and the link is not wanted. */
export function asking(
  filter: LinkFilter,
  onError: (error: HookError) => void,
): (request: CrawlRequest) => Awaitable<Unwanted | undefined> {
  const failed = ({ url }: CrawlRequest, cause: unknown): Unwanted => {
    const error = new HookError("filter", redactUrl(url), cause);
    onError(error);
    return { reason: "failed", error };
  };
  return (request) => {
    try {
      const answer = filter(request);
      if (!(answer instanceof Promise)) return unwanted(answer);
      return answer.then(unwanted).catch((error: unknown) => failed(request, error));
    } catch (error) {
      return failed(request, error);
    }
  };
}

function unwanted(answer: boolean | string): Unwanted | undefined {
  if (typeof answer === "string") return { reason: "filtered", why: answer };
  if (typeof answer === "boolean") return answer ? undefined : { reason: "filtered" };
  throw new TypeError(`Expected "filter" to give true, false or why not: got ${show(answer)}`);
}
