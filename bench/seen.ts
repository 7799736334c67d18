import { runBench } from "./run-bench.ts";
import { measureSeen } from "./seen/measure.ts";
import { full, makeReport, quick } from "./seen/report.ts";
import { tables } from "./seen/tables.ts";

// What it costs to remember what was seen, beside a Set of strings.

const [mode, subject = "", keys, length] = process.argv.slice(2);
if (mode === "--one") {
  console.log(JSON.stringify(measureSeen(subject, Number(keys), Number(length))));
} else {
  await runBench({
    marker: "seen",
    script: "seen.js",
    report: (isQuick) => makeReport(isQuick ? quick : full),
    tables,
  });
}
