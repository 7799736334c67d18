import { measureCrawl, type Subject } from "./durable/measure.ts";
import { type Effort, makeReport } from "./durable/report.ts";
import { fill, measureScale, resume } from "./durable/scale.ts";
import { scaleTables, tables } from "./durable/tables.ts";
import { writePage } from "./page.ts";

// What it costs a crawl to outlive its process: `npm run bench:durable` on the Node at hand; `--quick`
// takes a tenth of all, `--scale` is of many URLs only; `-- --write 20 24` measures on these, into
// docs/performance.md.

const full: Effort = { pages: 20_000, rounds: 7, urls: [1_000_000, 5_000_000] };
const quick: Effort = { pages: 3000, rounds: 3, urls: [100_000] };

const [mode, ...words] = process.argv.slice(2);
const effort = process.argv.includes("--quick") ? quick : full;
if (mode === "--one") {
  const [subject, web, sink, pages] = words;
  const crawled = {
    web: web === "new" ? "new" : "known",
    hasFile: sink === "file",
    pages: Number(pages),
  } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the report says it
  console.log(JSON.stringify(await measureCrawl(subject as Subject, crawled)));
} else if (mode === "--fill" || mode === "--resume") {
  const [file = "", urls] = words;
  const act = mode === "--fill" ? fill : resume;
  console.log(JSON.stringify(await act(file, Number(urls))));
} else if (mode === "--write") {
  writePage({ marker: "durable", script: "durable.js", tables }, words);
} else if (mode === "--scale") {
  console.log(scaleTables(measureScale(effort.urls)).join("\n\n"));
} else {
  const report = makeReport(effort);
  console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
}
