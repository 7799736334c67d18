import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import net from "node:net";

/**
 * A small web that stands in for example.com and its hosts while examples and docs are run: whatever
 * connects to port 80 of one is connected to a server of this process. Loaded by `--import`.
 */
const server = createServer(answer).listen(0, "127.0.0.1").unref();
await once(server, "listening");
const { connect } = net;

Reflect.set(net, "connect", (options: net.TcpNetConnectOpts, listener?: () => void) =>
  connect(nearby(options), listener),
);

function nearby(options: net.TcpNetConnectOpts): net.TcpNetConnectOpts {
  if (!/(?:^|\.)example\.com$/.test(options.host ?? "")) return options;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in is not up");
  return { ...options, host: "127.0.0.1", port: address.port };
}

const pages: Readonly<Record<string, string>> = {
  "/": `<title>Home</title><h1>Home</h1><nav><a href="/about">About</a></nav>
    <a href="/a">A</a> <a href="/b">B</a> <a href="/private/diary">Diary</a> <a href="/moved">C</a>`,
  "/about": `<title>About</title><h1>About</h1><a href="/">Home</a>`,
  "/a": `<title>A</title><h1>A</h1><a href="/b">B</a>`,
  "/b": `<title>B</title><h1>B</h1><a href="/c">C</a>`,
  "/c": `<title>C</title><h1>C</h1>`,
  "/private/diary": `<title>Diary</title>`,
};

function answer({ headers, url = "/" }: IncomingMessage, response: ServerResponse): void {
  const host = headers.host ?? "";
  if (url === "/robots.txt") return void response.end("User-agent: *\nAllow: /\n");
  if (url === "/moved") return void response.writeHead(301, { location: "/c" }).end();
  const page = pages[url];
  if (page === undefined) return void response.writeHead(404).end();
  const send = (): void => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html>${page}`);
  };
  if (host.startsWith("slow.")) setTimeout(send, 50);
  else send();
}
