import { makeReport } from "./cache/report.ts";
import { tables } from "./cache/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What the disk cache costs, beside its peers: `npm run bench:cache` on the Node at hand;
// `npm run bench:cache -- --write 20 24` on these, into docs/performance.md.

installPeers();
const [mode, ...versions] = process.argv.slice(2);
if (mode === "--write") {
  writePage({ marker: "cache", script: "cache.js", tables }, versions);
} else {
  const report = await makeReport();
  console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
}
