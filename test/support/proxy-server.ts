import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type Socket } from "node:net";

import { certificate } from "./secure-server.ts";
import { listen, type TestServer } from "./server.ts";

/** A proxy on the loopback of this machine, for one test. It finds every host there. */
export interface ProxyServer extends TestServer {
  /** The heads that it received: the request line and each header, as they came. */
  readonly heads: readonly (readonly string[])[];
  /** The request lines of those heads. */
  readonly asked: readonly string[];
  /** All that clients sent through its tunnels, in Latin-1. */
  readonly tunnelled: string;
}

/** How a {@link ProxyServer} behaves. */
export interface ProxyServerOptions {
  /** What Proxy-Authorization has to say. @defaultValue anything */
  readonly authorization?: string;
  /** Whether to speak TLS with clients. @defaultValue `false` */
  readonly secure?: boolean;
}

/** A proxy that makes tunnels, and sends by itself what it is handed. */
export async function serveProxy(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const { authorization, secure = false } = options;
  const heads: (readonly string[])[] = [];
  let tunnelled = "";
  const isLetIn = (asked: IncomingMessage): boolean => {
    heads.push(headOf(asked));
    return authorization === undefined || asked.headers["proxy-authorization"] === authorization;
  };

  const server = secure ? createHttpsServer(certificate("server")) : createHttpServer();
  server.on("request", (asked: IncomingMessage, response) => {
    if (isLetIn(asked)) forward(asked, response);
    else response.writeHead(407).end("who are you?");
  });
  server.on("connect", (asked: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {}); // what a client does to its tunnel is no fault of the test
    socket.on("data", (bytes) => (tunnelled += bytes.toString("latin1")));
    if (isLetIn(asked)) openTunnel(asked, socket);
    else socket.end("HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\nno!");
  });
  const plain = await listen(server);
  return {
    ...plain,
    origin: `${secure ? "https" : "http"}://127.0.0.1:${plain.port}`,
    heads,
    get asked() {
      return heads.map(([line = ""]) => line);
    },
    get tunnelled() {
      return tunnelled;
    },
  };
}

function forward(asked: IncomingMessage, response: ServerResponse): void {
  const { port, pathname, search } = new URL(asked.url ?? "");
  const { "proxy-authorization": _, ...headers } = asked.headers;
  const target = { host: "127.0.0.1", port, path: pathname + search };
  const onwards = request({ ...target, method: asked.method ?? "GET", headers });
  onwards.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onwards.on("error", () => response.writeHead(502).end());
  asked.pipe(onwards);
}

function openTunnel({ url = "" }: IncomingMessage, socket: Socket): void {
  const onwards = connect(Number(url.slice(url.lastIndexOf(":") + 1)), "127.0.0.1", () => {
    socket.write("HTTP/1.0 200 Connection established\r\n\r\n");
    socket.pipe(onwards).pipe(socket);
  });
  onwards.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  socket.on("close", () => onwards.destroy());
}

function headOf({ method, url, rawHeaders }: IncomingMessage): readonly string[] {
  const lines = [`${method} ${url}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return lines;
}
