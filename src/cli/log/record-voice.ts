import { version } from "../../http/client/version.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { exitCodes } from "../exit-codes.ts";
import { errorsOf } from "../progress-cells.ts";
import { type Screen, withLine } from "../screen.ts";
import type { Voice } from "../voice.ts";
import { EventLog } from "./event-log.ts";
import { errorFacts, factsOf } from "./facts.ts";
import { openRecords, type RecordsOptions } from "./records.ts";

/** Tells all in records, a line each, above live lines if there are any. */
export async function recordVoice(
  screen: Screen,
  options: Pick<RecordsOptions, "format" | "level">,
): Promise<Voice> {
  const print = (line: string): void => screen.line(line);
  const log = await openRecords({ ...options, paint: screen.paint, print });
  const events = new EventLog(log);
  return {
    screen: withLine(screen, (text) => log.info({ event: "note" }, text)),
    event: undefined,
    began(urls) {
      const versions = { pagoda: version, node: process.versions.node };
      const start = urls.map((url) => redactUrl(url));
      log.info({ event: "began", start, versions }, "began");
    },
    progress(stats, pagesPerSecond) {
      const { bytes, elapsedMs, inFlight, pages, pending } = stats;
      const sums = { pages, pending, inFlight, errors: errorsOf(stats), bytes, elapsedMs };
      log.info({ event: "progress", pagesPerSecond, ...factsOf(sums) }, "progress");
    },
    ended: (run) => log.info({ event: "ended", ...factsOf(run.stats()) }, "ended"),
    failed(error) {
      log.error({ event: "exit", exitCode: exitCodes.failed, error: errorFacts(error) }, "exit");
      return true;
    },
    [Symbol.dispose]: () => events[Symbol.dispose](),
  };
}
