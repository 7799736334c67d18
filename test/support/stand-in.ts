import dns from "node:dns/promises";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/**
 * A small web that stands in for example.com and its hosts while examples and docs are run: they have an
 * address of which port 80 is a server of this process. Loaded by `--import`.
 */
const server = createServer(answer).listen(0, "127.0.0.1").unref();
await once(server, "listening");
const { lookup } = dns;
const { connect } = net;
/** Of the block that is for documentation (RFC 5737). */
const ADDRESS = "192.0.2.80";

Reflect.set(dns, "lookup", async (host: string, options: object) =>
  /(?:^|\.)example\.com$/.test(host) ? [{ address: ADDRESS, family: 4 }] : lookup(host, options),
);
Reflect.set(net, "connect", (options: net.TcpNetConnectOpts, listener?: () => void) =>
  connect(nearby(options), listener),
);
syncBuiltinESMExports();

function nearby(options: net.TcpNetConnectOpts): net.TcpNetConnectOpts {
  if (options.host !== ADDRESS) return options;
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
