import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { fuzz } from "./fuzz.ts";

/**
 * Plays exchanges between the HTTP client and a hostile server: `npm run fuzz -- --runs 20000 --seed 7`.
 *
 * With `--only 12` it plays that conversation alone.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5000" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const only = values.only === undefined ? undefined : Number(values.only);
const runs = only === undefined ? Number(values.runs) : 1;

const uncaught: unknown[] = [];
process.on("uncaughtException", (error) => uncaught.push(error));
process.on("unhandledRejection", (error) => uncaught.push(error));
setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

let warm = 0;
const report = await fuzz({
  seed,
  runs,
  from: only ?? 0,
  progress: (exchanges) => {
    if (warm === 0 && exchanges > runs / 4) warm = heapMib();
  },
});
const grownMib = heapMib() - warm;

tell(`seed ${seed}, ${report.exchanges} exchanges`);
for (const [code, count] of [...report.codes].toSorted(([, a], [, b]) => b - a))
  tell(`${String(count).padStart(7)} ${code}`);
tell(`heap ${grownMib.toFixed(1)} MiB more than after a quarter`);
if (only === undefined && grownMib > 16) fail("the heap grows");
for (const [n, fault] of report.faults)
  fail(`${fault}\n  replay: npm run fuzz -- --seed ${seed} --only ${n}`);
for (const error of uncaught)
  fail(`uncaught: ${error instanceof Error ? error.stack : String(error)}`);
await setTimeout(10); // what was closed is off the list in a later turn
const left = process
  .getActiveResourcesInfo()
  .filter((kind) => /^TCP|^Timeout|^GetAddrInfo/.test(kind));
if (left.length > 0) fail(`left: ${left.join()}`);

function heapMib(): number {
  if (typeof gc === "function") gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

function fail(what: string): void {
  process.exitCode = 1;
  tell(`FAULT ${what}`);
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
