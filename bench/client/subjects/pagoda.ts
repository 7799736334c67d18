import { httpClient } from "../../../src/http/index.ts";
import { httpStack } from "../../../src/layers/index.ts";
import { Context } from "../../../src/service/index.ts";
import type { Get } from "../subject.ts";

export function leaf(_: string, connections: number): Get {
  const client = httpClient({ connections });
  return (url) => client.call({ url }, new Context());
}

/** With robots.txt, redirects, retries, limiter, timeout, spans and errors for statuses. */
export function stack(_: string, connections: number): Get {
  const http = httpStack({ connections, delayMs: 0 }).service();
  return (url) => http.call({ url });
}
