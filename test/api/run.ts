import { reportApi } from "./report.ts";

/**
 * Compares what the package exports with the reports in `api/`: `npm run api`.
 *
 * `--write` makes the reports anew, so that a change of the public surface is seen in the diff.
 */
const isToWrite = process.argv.includes("--write");
const stale = reportApi(isToWrite);
if (stale.length > 0 && !isToWrite) {
  process.stderr.write(
    `The public surface has changed: ${stale.join(", ")}. See npm run api -- --write\n`,
  );
  process.exitCode = 1;
}
