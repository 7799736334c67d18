import { measureCrawl, type Subject } from "./durable/measure.ts";
import { full, makeReport, quick } from "./durable/report.ts";
import { fill, measureScale, resume } from "./durable/scale.ts";
import { scaleTables, tables } from "./durable/tables.ts";
import { runBench } from "./run-bench.ts";

// What it costs a crawl to outlive its process; `--scale` is of many URLs only.

const [mode, ...words] = process.argv.slice(2);
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
} else if (mode === "--scale") {
  console.log(scaleTables(measureScale(full.urls)).join("\n\n"));
} else {
  await runBench({
    marker: "durable",
    script: "durable.js",
    report: (isQuick) => makeReport(isQuick ? quick : full),
    tables,
  });
}
