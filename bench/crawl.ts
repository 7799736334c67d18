import { measureHere } from "./crawl/measure.ts";
import { full, makeReport, quick } from "./crawl/report.ts";
import { tables } from "./crawl/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { runBench } from "./run-bench.ts";

// What a page of a whole crawl costs, beside other crawlers and a loop written by hand; `--only pagoda` is a
// look at those whose names hold that. Linux only, since cores are given out by taskset.

const [mode, name = "", start = "", concurrency] = process.argv.slice(2);
if (mode === "--one") {
  const used = await measureHere(name, { start, concurrency: Number(concurrency) });
  console.log(JSON.stringify(used));
  process.exit(); // whatever a crawler has left open
} else if (mode === "--only") {
  installPeers();
  console.log(tables(await makeReport(quick, name)));
} else {
  await runBench({
    marker: "crawl",
    script: "crawl.js",
    report: (isQuick) => makeReport(isQuick ? quick : full),
    tables,
  });
}
