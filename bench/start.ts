import { runBench } from "./run-bench.ts";
import { measureStart } from "./start/measure.ts";
import { makeReport } from "./start/report.ts";
import { tables } from "./start/tables.ts";

// What it costs to begin, beside Node itself and other libraries: `npm run bench:start` on the Node at hand;
// `npm run bench:start -- --write 20 24` on these, into docs/performance.md.

const [mode, subject = ""] = process.argv.slice(2);
if (mode === "--one") {
  console.log(JSON.stringify(measureStart(subject)));
} else {
  await runBench({
    marker: "start",
    script: "start.js",
    report: (isQuick) => makeReport(isQuick ? 3 : 15),
    tables,
  });
}
