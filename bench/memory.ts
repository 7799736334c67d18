import { measurePages, measureWhole } from "./memory/crawl-pages.ts";
import type { State } from "./memory/holder.ts";
import { type Effort, makeReport } from "./memory/report.ts";
import { tables } from "./memory/tables.ts";
import { weigh } from "./memory/weigh.ts";
import { installPeers } from "./overhead/peer.ts";
import { writePage } from "./page.ts";

// What many URLs cost in memory, and a page while there are many: `npm run bench:memory` on the Node at
// hand; `-- --quick` for a look; `-- --write 20 24` on these, into docs/performance.md.

const full: Effort = {
  held: [
    { urls: 100_000, rounds: 3 },
    { urls: 1_000_000, rounds: 3 },
    { urls: 10_000_000, rounds: 1 },
  ],
  crawled: [10_000, 1_000_000],
  rounds: 5,
  pages: 1_000_000,
};
const quick: Effort = {
  held: [{ urls: 100_000, rounds: 1 }],
  crawled: [10_000, 100_000],
  rounds: 1,
  pages: 50_000,
};

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  console.log(JSON.stringify(await measureOne(words)));
} else {
  installPeers();
  if (mode === "--write") {
    writePage({ marker: "memory", script: "memory.js", tables }, words);
  } else {
    const report = makeReport(mode === "--quick" ? quick : full);
    console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
  }
}

function measureOne([subject = "", what, ...rest]: readonly string[]): Promise<object> {
  if (what === "whole") return measureWhole(Number(rest[0]));
  const [state = "", urls] = what === "page" ? subject.split(" ") : rest.toReversed();
  const isWaiting: State = state === "waiting" ? "waiting" : "known";
  return what === "page"
    ? measurePages(Number(urls), isWaiting)
    : weigh(subject, Number(urls), isWaiting);
}
