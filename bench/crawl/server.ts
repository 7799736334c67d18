import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { makeSite } from "./site.ts";

/** Serves a site of so many pages on loopback, in a process of its own, and prints its port. */
const site = makeSite(Number(process.argv[2]));
const server = createServer(({ url = "" }, response) => {
  const page = site.get(url);
  if (page) {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-length": page.byteLength,
    });
    response.end(page);
  } else {
    response.writeHead(404, { "content-length": 0 }).end();
  }
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  console.log((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());
