import { obey } from "./client/measure.ts";
import { makeReport } from "./client/report.ts";
import { tables } from "./client/tables.ts";
import { runBench } from "./run-bench.ts";

// What a request costs, its body read, beside other clients and a dispatch written by hand.

const [mode, subject = "", origin = ""] = process.argv.slice(2);
if (mode === "--one") {
  await obey(subject, origin);
} else {
  await runBench({
    marker: "client",
    script: "client.js",
    report: (isQuick) => makeReport(isQuick ? 80 : 400),
    tables,
  });
}
