import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { crashCache } from "./cache-crash.ts";

/**
 * Kills processes at random instants and looks at what they leave: `npm run crash -- cache --kills 200
 * --seed 7`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "200" },
    seed: { type: "string" },
  },
});
const MOST_TOLD = 20;
const [subject = "cache"] = positionals;
if (subject !== "cache") throw new Error(`Expected what to crash, cache: got ${subject}`);

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const dir = await mkdtemp(join(tmpdir(), "pagoda-crash-"));
process.stdout.write(`seed ${seed}\n`);
try {
  const report = await crashCache({ dir, seed, kills: Number(values.kills), reads: 200 });
  for (const line of report.lines) process.stdout.write(`${line}\n`);
  for (const fault of report.faults.slice(0, MOST_TOLD)) process.stdout.write(`FAULT ${fault}\n`);
  process.exitCode = report.faults.length > 0 ? 1 : 0;
} finally {
  await rm(dir, { recursive: true });
}
