import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Host, Route, Visit } from "./host.ts";

/** A request that came, as the server saw it; times are in milliseconds. */
export interface LogEntry {
  readonly host: string;
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly at: number;
  /** When the answer was sent; undefined until then. */
  ended?: number;
  status?: number;
}

/** A site that is being served on loopback: several hosts on one port. */
export interface Site extends AsyncDisposable {
  readonly port: number;
  /** All requests in the order they came. */
  readonly log: readonly LogEntry[];
  readonly url: (host: string, path: string) => string;
}

/** Serves hosts until it is disposed. `onAnswer` hears of each request when it has been answered. */
export async function serveSite(
  hosts: readonly Host[],
  onAnswer: (entry: LogEntry) => void = () => {},
): Promise<Site> {
  const log: LogEntry[] = [];
  const url = (host: string, path: string): string => `http://${host}:${port}${path}`;
  const server = createServer((request, response) => {
    const entry = entryOf(request);
    const before = log.filter(
      ({ host, path }) => host === entry.host && path === entry.path,
    ).length;
    log.push(entry);
    response.on("close", () => {
      entry.ended = performance.now();
      onAnswer(entry);
    });
    void answer(hosts, entry, { path: entry.path, before, url }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    port,
    log,
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function entryOf({ headers, method = "", url = "" }: IncomingMessage): LogEntry {
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return { host, path: url, method, headers, at: performance.now() };
}

async function answer(
  hosts: readonly Host[],
  entry: LogEntry,
  visit: Visit,
  response: ServerResponse,
): Promise<void> {
  const routes = hosts.find(({ name }) => name === entry.host)?.routes ?? {};
  const route: Route = routes[visit.path] ?? routes["/*"] ?? { status: 404 };
  const {
    status = 200,
    headers = {},
    body = "",
  } = await (typeof route === "function" ? route(visit) : route);
  entry.status = status;
  response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers });
  response.end(body);
}
