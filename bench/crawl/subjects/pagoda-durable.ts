import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SqliteFrontier } from "../../../src/sqlite/index.ts";
import type { Task } from "../subject.ts";
import { crawlByPagoda } from "./pagoda.ts";

/** The same as pagoda, over a database. */
export async function crawlDurably(task: Task): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "pagoda-bench-"));
  const frontier = new SqliteFrontier({ file: join(folder, "crawl.db"), perHost: Infinity });
  try {
    await crawlByPagoda(task, frontier);
  } finally {
    await frontier[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}
