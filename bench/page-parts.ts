import { measurePart } from "./page-parts/measure.ts";
import { makeReport } from "./page-parts/report.ts";
import { tables } from "./page-parts/tables.ts";
import { writePage } from "./page.ts";

// What a crawler does with a page once it is there, beside what others do: `npm run bench:page` on the
// Node at hand; `npm run bench:page -- --write 20 24` on these, into docs/performance.md.

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  const [way = "", part = ""] = words;
  console.log(JSON.stringify(measurePart(part, way)));
} else if (mode === "--write") {
  writePage({ marker: "page", script: "page-parts.js", tables }, words);
} else {
  const report = makeReport();
  console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
}
