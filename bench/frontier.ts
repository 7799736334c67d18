import { makeReport } from "./frontier/report.ts";
import { tables } from "./frontier/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What it costs to hold what is to be fetched, beside a heap and the queue of Crawlee:
// `npm run bench:frontier` on the Node at hand; `npm run bench:frontier -- --write 20 24` on these, into
// docs/performance.md.

installPeers();
const [mode, ...versions] = process.argv.slice(2);
if (mode === "--write") {
  writePage({ marker: "frontier", script: "frontier.js", tables }, versions);
} else {
  const report = await makeReport();
  console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
}
