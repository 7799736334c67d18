import { request } from "../../../src/engine/page/crawl-request.ts";
import { DatabaseError, SqliteFrontier } from "../../../src/sqlite/index.ts";

/** Adds requests until the disk takes no more. Tells how many were committed, and how it ended. */
const [, , file = ""] = process.argv;
const frontier = new SqliteFrontier({ file });
let committed = 0;
let code = "none";
try {
  for (;;) {
    const meta = "x".repeat(1000);
    frontier.add([request(`http://a.test/${committed}`, { meta })]);
    frontier.flush();
    committed++;
  }
} catch (error) {
  code = error instanceof DatabaseError ? error.code : String(error);
}
await frontier[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ code, committed }));
