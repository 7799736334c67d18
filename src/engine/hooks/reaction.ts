import { show } from "../../service/options.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import { CrawlRequest } from "../page/crawl-request.ts";
import type { Page } from "../page/page.ts";

/** What is to become of a response. */
export type Reaction =
  /** It is read as a page, whatever its status. */
  | { readonly parse: true }
  /** It is not read; a text says why. */
  | { readonly skip: true | string }
  /** The request is attempted again, as one of its `retries`; a number is how long to wait, in milliseconds. */
  | { readonly retry: true | number }
  /** What is fetched in place of it, as if it had redirected there. A relative URL is one of the response. */
  | { readonly follow: string | URL | CrawlRequest };

/** Looks at each response before the crawl judges it; undefined leaves that to the crawl. */
export type OnResponse<To extends string = string> = (
  page: Page<To>,
) => Awaitable<Reaction | undefined | void>;

/** Throws a `TypeError` unless this is what an {@link OnResponse} may give. */
export function requireReaction(reaction: unknown): asserts reaction is Reaction | undefined {
  if (reaction === undefined || isReaction(reaction)) return;
  throw new TypeError(
    `Expected "onResponse" to give { parse }, { skip }, { retry }, { follow } or nothing: got ${show(reaction)}`,
  );
}

function isReaction(reaction: unknown): boolean {
  if (typeof reaction !== "object" || reaction === null) return false;
  const [[name, value] = [], ...others] = Object.entries(reaction);
  return name !== undefined && others.length === 0 && (checks[name]?.(value) ?? false);
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  parse: (value) => value === true,
  skip: (value) => value === true || typeof value === "string",
  retry: (value) => value === true || (typeof value === "number" && value >= 0),
  follow: (value) =>
    typeof value === "string" || value instanceof URL || value instanceof CrawlRequest,
};
