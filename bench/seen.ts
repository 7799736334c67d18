import { writePage } from "./page.ts";
import { measureSeen } from "./seen/measure.ts";
import { makeReport } from "./seen/report.ts";
import { tables } from "./seen/tables.ts";

// What it costs to remember what was seen, beside a Set of strings: `npm run bench:seen` on the Node at
// hand; `npm run bench:seen -- --write 20 24` on these, into docs/performance.md.

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  const [subject = "", keys, length] = words;
  console.log(JSON.stringify(measureSeen(subject, Number(keys), Number(length))));
} else if (mode === "--write") {
  writePage({ marker: "seen", script: "seen.js", tables }, words);
} else {
  const report = makeReport();
  console.log(mode === "--json" ? JSON.stringify(report) : tables(report));
}
