import { obey } from "./client/measure.ts";
import { makeReport } from "./client/report.ts";
import { tables } from "./client/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What a request costs, its body read, beside other clients and a dispatch written by hand:
// `npm run bench:client` on the Node at hand; `npm run bench:client -- --write 20 24` on these, into
// docs/performance.md. Linux only, since cores are given out by taskset.

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  const [subject = "", origin = ""] = words;
  await obey(subject, origin);
} else {
  installPeers();
  if (mode === "--write") {
    writePage({ marker: "client", script: "client.js", tables }, words);
  } else {
    const report = await makeReport();
    console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
  }
}
