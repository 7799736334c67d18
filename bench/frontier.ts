import { measureQueue } from "./frontier/measure.ts";
import { full, makeReport, quick } from "./frontier/report.ts";
import { tables } from "./frontier/tables.ts";
import { runBench } from "./run-bench.ts";

// What it costs to hold what is to be fetched, beside a heap and the queue of Crawlee.

const [mode, subject = "", items, producers] = process.argv.slice(2);
if (mode === "--one") {
  console.log(JSON.stringify(await measureQueue(subject, Number(items), Number(producers))));
} else {
  await runBench({
    marker: "frontier",
    script: "frontier.js",
    report: (isQuick) => makeReport(isQuick ? quick : full),
    tables,
  });
}
