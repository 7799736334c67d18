import { crawl } from "../../../src/engine/crawl.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { SqliteContentSeen, SqliteFrontier } from "../../../src/sqlite/index.ts";

/** Crawls a site on the loopback, and tells of each page as it is parsed, and of the end. */
const [, , file = "", start = ""] = process.argv;
const stack = httpStack({ delayMs: 0, redirect: false, retry: false, robots: false });
await using service = stack.service();
await using frontier = new SqliteFrontier({ file });
await crawl({
  service,
  frontier,
  contentSeen: new SqliteContentSeen({ frontier }),
  start,
  concurrency: 4,
  parse(page) {
    process.stdout.write(`${new URL(page.url).pathname}\n`);
    return page.follow("a[href]");
  },
}).done();
process.stdout.write("end\n");
