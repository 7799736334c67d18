import { requireBoolean } from "../../service/options.ts";
import type { Awaitable } from "../frontier/frontier.ts";
import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Verdict } from "../verdict.ts";

/** Remembers the bodies of pages, so that a crawl parses each but once. Users write their own. */
export interface ContentSeen {
  /** Whether no other URL had this body before: true for the first however often it is asked. */
  claim(body: Uint8Array, url: string): Awaitable<boolean>;
}

/** Leaves out a page whose body another URL had before. */
export async function unlessRepeated(
  contentSeen: ContentSeen,
  { url }: CrawlRequest,
  verdict: Verdict,
): Promise<Verdict> {
  if (verdict.kind !== "page") return verdict;
  const isFirst = await contentSeen.claim(verdict.response.body, url);
  requireBoolean("contentSeen.claim()", isFirst);
  return isFirst ? verdict : { kind: "filtered", reason: "duplicate_content" };
}
