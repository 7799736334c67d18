import { fileURLToPath } from "node:url";

import type { Task } from "./subject.ts";

/** Crawlers that are commands of the machine. What they print last is how many pages they got. */
export const commands: Readonly<Record<string, (task: Task) => readonly string[]>> = {
  Scrapy: ({ start, concurrency }) => [
    "python3",
    fileURLToPath(new URL("../../../crawl/subjects/spider.py", import.meta.url)),
    start,
    String(concurrency),
  ],
  "wget -r": ({ start }) => [
    "sh",
    "-c",
    'dir=$(mktemp -d) && wget -q -r -l inf -np -P "$dir" "$0"; find "$dir" -name "*.html" | wc -l; rm -r "$dir"',
    start,
  ],
};
