import { planOf } from "../engine/plan/crawl-plan.ts";
import type { DiskCache } from "../layers/disk-cache/disk-cache.ts";
import { httpStack } from "../layers/http-stack/http-stack.ts";
import type { CrawlValues } from "./crawl-command.ts";
import { crawlOptions, crawlStackOptions } from "./crawl-values.ts";
import { UsageError } from "./usage-error.ts";

/** A crawl as it is to be run. */
interface Asked {
  readonly urls: readonly string[];
  readonly values: CrawlValues;
}

/**
 * Rejects with a {@link UsageError} where the stack or the crawl would refuse an option, before a database
 * or a file is made that the crawl could never go on with. Sends nothing and creates nothing.
 */
export async function requireAccepted(
  { urls, values }: Asked,
  cache: DiskCache | undefined,
): Promise<void> {
  try {
    await using service = httpStack(crawlStackOptions(urls, values, cache)).service();
    planOf({ ...crawlOptions(urls, values), service });
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}
