import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { makeSite } from "./site.ts";

/** What was asked of the site since it was last told. */
export interface Asked {
  /** Pages that were asked for. */
  readonly pages: number;
  /** Requests for a page beyond the first. */
  readonly again: number;
  /** Requests for what is not there, such as robots.txt. */
  readonly others: number;
}

// Serves a site of so many pages on loopback, in a process of its own: tells its port, and what was asked
// of it whenever it is sent anything.

const site = makeSite(Number(process.argv[2]));
const times = new Map<string, number>();
let others = 0;

const server = createServer(({ url = "" }, response) => {
  const page = site.get(url);
  if (page) {
    times.set(url, (times.get(url) ?? 0) + 1);
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-length": page.byteLength,
    });
    response.end(page);
  } else {
    others++;
    response.writeHead(404, { "content-length": 0 }).end();
  }
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  process.send?.((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());
process.on("message", () => process.send?.(tell()));

function tell(): Asked {
  let requests = 0;
  for (const count of times.values()) requests += count;
  const asked = { pages: times.size, again: requests - times.size, others };
  times.clear();
  others = 0;
  return asked;
}
