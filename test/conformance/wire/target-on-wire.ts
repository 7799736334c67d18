import { Context } from "pagoda";
import { httpClient } from "pagoda/http";

import { serveBytes } from "../../support/server.ts";

/** What stands in the request line for a URL, whose host and port are replaced by those of a server here. */
export async function targetOnWire(url: string): Promise<string> {
  await using server = await serveBytes("HTTP/1.1 204 No Content\r\n\r\n");
  await using client = httpClient();
  await client.call({ url: url.replace(AUTHORITY, server.origin) }, new Context());
  return targetOf(server.requests[0] ?? "");
}

/** The target that a request asks for. */
export function targetOf(request: string): string {
  return request.slice(0, request.indexOf("\r\n")).split(" ")[1] ?? "";
}

const AUTHORITY = /^\s*https?:[\\/]*[^\\/?#]*/i;
