import { parseArgs } from "node:util";

import { measureHere } from "./crawl/measure.ts";
import { type CrawlEffort, makeReport } from "./crawl/report.ts";
import { tables } from "./crawl/tables.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What a page of a whole crawl costs, beside other crawlers and a loop written by hand: `npm run
// bench:crawl` on the Node at hand; `-- --quick` for a look; `-- --only pagoda` at those whose names hold that;
// `-- --write 20 24` on these, into docs/performance.md. Linux only, since cores are given out by taskset.

const full: CrawlEffort = { pages: 10_000, rounds: 7 };
const quick: CrawlEffort = { pages: 2000, rounds: 1 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean" },
    one: { type: "string" },
    only: { type: "string" },
    quick: { type: "boolean" },
    write: { type: "boolean" },
  },
});
if (values.one !== undefined) {
  const [start = "", concurrency] = positionals;
  const used = await measureHere(values.one, { start, concurrency: Number(concurrency) });
  console.log(JSON.stringify(used));
  process.exit(); // whatever a crawler has left open
} else {
  installPeers();
  if (values.write) {
    writePage({ marker: "crawl", script: "crawl.js", tables }, positionals);
  } else {
    const report = await makeReport(values.quick ? quick : full, values.only);
    console.log(values.json ? JSON.stringify(report) : tables(report));
  }
}
