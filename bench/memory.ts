import { measurePages, measureWhole } from "./memory/crawl-pages.ts";
import type { State } from "./memory/holder.ts";
import { full, makeReport, pagesOnly, quick } from "./memory/report.ts";
import { tables } from "./memory/tables.ts";
import { weigh } from "./memory/weigh.ts";
import { runBench } from "./run-bench.ts";

// What many URLs cost in memory, and a page while there are many; `--pages` measures but the latter.

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") {
  console.log(JSON.stringify(await measureOne(words)));
} else if (mode === "--pages") {
  console.log(tables(makeReport(pagesOnly)));
} else {
  await runBench({
    marker: "memory",
    script: "memory.js",
    report: (isQuick) => makeReport(isQuick ? quick : full),
    tables,
  });
}

function measureOne([subject = "", what, ...rest]: readonly string[]): Promise<object> {
  if (what === "whole") return measureWhole(Number(rest[0]));
  const [state = "", urls] = what === "page" ? subject.split(" ") : rest.toReversed();
  const isWaiting: State = state === "waiting" ? "waiting" : "known";
  return what === "page"
    ? measurePages(Number(urls), isWaiting)
    : weigh(subject, Number(urls), isWaiting);
}
