import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { readCases } from "./folder.ts";
import { play } from "./play.ts";
import { players } from "./players.ts";
import { policy } from "./policy.ts";
import { isClean, reportLines } from "./report.ts";

/**
 * Plays cases that stand in a folder outside the project on the built package, and reports.
 *
 * The folder is the argument, by default `../shared` as seen from the project. Where there is none, it
 * says so and is content. It fails where a case fails that is not in the policy, or passes that is.
 */
const [folder = fileURLToPath(new URL("../../../shared", import.meta.url))] = process.argv.slice(2);

if (existsSync(resolve(folder, "cases/cases.json"))) {
  const results = await play(await readCases(folder), players, policy);
  process.stdout.write(`${reportLines(results).join("\n")}\n`);
  process.exitCode = isClean(results) ? 0 : 1;
} else {
  process.stdout.write(`No cases to play: there is no cases/cases.json in ${folder}\n`);
}
