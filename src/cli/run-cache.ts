import { clearDisk } from "../layers/disk-cache/disk-clear.ts";
import type { CacheTask, CacheValues } from "./cache-command.ts";
import { printFigures } from "./cache/cache-figures.ts";
import { cacheFolder } from "./cache/cache-folder.ts";
import { listCache } from "./cache/list-cache.ts";
import { verifyCache } from "./cache/verify-cache.ts";
import { exitCodes } from "./exit-codes.ts";
import { readableBytes, readableCount } from "./readable.ts";
import { print } from "./standard-output.ts";

/** Does `pagoda cache`. Resolves to its exit code. */
export async function runCache(
  task: CacheTask,
  dir: string,
  { json = false, repair = false }: CacheValues,
): Promise<number> {
  const folder = await cacheFolder(dir);
  if (task === "verify") return verifyCache(folder, { isJson: json, repairs: repair });
  if (task === "ls") await listCache(folder, json);
  else if (task === "stat") await printFigures(folder, json);
  else {
    const { bytes, entries } = await clearDisk(folder);
    await print(`removed ${readableCount(entries)} entries, ${readableBytes(bytes)}\n`);
  }
  return exitCodes.done;
}
