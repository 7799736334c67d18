import { measureHere } from "./crawl/measure.ts";
import { makeReport } from "./crawl/report.ts";
import { tables } from "./crawl/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What a page of a whole crawl costs, beside other crawlers and a loop written by hand:
// `npm run bench:crawl` on the Node at hand; `npm run bench:crawl -- --write 20 24` on these, into
// docs/performance.md. Linux only, since cores are given out by taskset.

const PAGES = 10_000;
const ROUNDS = 5;

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  const [subject = "", start = "", concurrency] = words;
  console.log(
    JSON.stringify(await measureHere(subject, { start, concurrency: Number(concurrency) })),
  );
  process.exit();
} else {
  installPeers();
  if (mode === "--write") {
    writePage({ marker: "crawl", script: "crawl.js", tables }, words);
  } else {
    const report = await makeReport(PAGES, ROUNDS);
    console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
  }
}
