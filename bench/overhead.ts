import { installPeers } from "./overhead/peer.ts";
import { makeReport } from "./overhead/report.ts";
import { tables } from "./overhead/tables.ts";
import { writePage } from "./page.ts";

// What a call through a tower costs, beside its peers: `npm run bench` on the Node at hand;
// `npm run bench -- --write 20 24` on these, into docs/performance.md.

installPeers();
const [mode, ...versions] = process.argv.slice(2);
if (mode === "--write") {
  writePage({ marker: "overhead", script: "overhead.js", tables }, versions);
} else {
  const report = await makeReport();
  console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
}
