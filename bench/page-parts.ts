import { measurePart } from "./page-parts/measure.ts";
import { makeReport } from "./page-parts/report.ts";
import { tables } from "./page-parts/tables.ts";
import { runBench } from "./run-bench.ts";

// What a crawler does with a page once it is there, beside what others do.

const [mode, way = "", part = ""] = process.argv.slice(2);
if (mode === "--one") {
  console.log(JSON.stringify(measurePart(part, way)));
} else {
  await runBench({
    marker: "page",
    script: "page-parts.js",
    report: (isQuick) => makeReport(isQuick ? 1 : 3),
    tables,
  });
}
