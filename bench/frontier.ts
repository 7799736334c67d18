import { measureQueue } from "./frontier/measure.ts";
import { makeReport } from "./frontier/report.ts";
import { tables } from "./frontier/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What it costs to hold what is to be fetched, beside a heap and the queue of Crawlee:
// `npm run bench:frontier` on the Node at hand; `npm run bench:frontier -- --write 20 24` on these, into
// docs/performance.md.

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  const [subject = "", items, producers] = words;
  console.log(JSON.stringify(await measureQueue(subject, Number(items), Number(producers))));
} else {
  installPeers();
  if (mode === "--write") {
    writePage({ marker: "frontier", script: "frontier.js", tables }, words);
  } else {
    const report = makeReport();
    console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
  }
}
