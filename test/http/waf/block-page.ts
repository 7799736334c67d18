import type { HttpResponseInit } from "../../../src/http/message.ts";

/** An answer of a firewall: its name, whose it is, and the response. */
export type BlockPage = readonly [
  name: string,
  vendor: string,
  response: Omit<HttpResponseInit, "url">,
];
