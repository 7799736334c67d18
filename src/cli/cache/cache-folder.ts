import { resolve } from "node:path";

import { isCache } from "../../layers/disk-cache/disk-own.ts";
import { messageOf } from "../error-message.ts";
import { UsageError } from "../usage-error.ts";

/** The whole path of the folder of a cache. Rejects with a {@link UsageError} if it is none. */
export async function cacheFolder(dir: string): Promise<string> {
  const path = resolve(dir);
  try {
    if (await isCache(path)) return path;
  } catch (error) {
    throw new UsageError(`Expected the folder of a cache: got ${dir} (${messageOf(error)})`);
  }
  throw new UsageError(`Expected the folder of a cache: got ${dir}, which has none`);
}
