import { parseArgs } from "node:util";

import { installPeers } from "./overhead/peer.ts";
import { type PagePart, writePage } from "./page.ts";

/** A benchmark that is a command. */
export interface Bench<Report> extends PagePart<Report> {
  /** Measures everything beside each other; less of it for a look. */
  readonly report: (isQuick: boolean) => Report | Promise<Report>;
}

/**
 * Does what the command is told: prints tables, or the report with `--json`, of less with `--quick`; or, with
 * `--write 20 24`, measures on these versions of Node, into docs/performance.md.
 */
export async function runBench<Report>(bench: Bench<Report>): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      quick: { type: "boolean", default: false },
      write: { type: "boolean" },
    },
  });
  installPeers();
  if (values.write) {
    writePage(bench, positionals, values.quick ? ["--quick"] : []);
  } else {
    const report = await bench.report(values.quick);
    console.log(values.json ? JSON.stringify(report) : bench.tables(report));
  }
}
