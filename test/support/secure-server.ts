import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import { createServer } from "node:https";
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from "node:tls";

import { listen, type TestServer } from "./server.ts";

/** The certificates of the tests: each is good for localhost, 127.0.0.1, shop.test and its subdomains. */
export type CertificateName = "server" | "expired" | "not-yet-valid" | "self-signed";

/** The authority that signed all of them but the last, in PEM. */
export const authority: string = pem("ca.pem");

/** The certificate of that name with its key. */
export function certificate(name: CertificateName): {
  readonly cert: string;
  readonly key: string;
} {
  return { cert: pem(`${name}.pem`), key: pem("server.key.pem") };
}

/** Serves HTTP/1.1 over TLS. */
export function serveHttps(handler: RequestListener, name?: CertificateName): Promise<TestServer> {
  return served(createServer(certificate(name ?? "server"), handler));
}

/** Gives each TLS connection to `take`. */
export function serveTls(
  take: (socket: TLSSocket) => void,
  options?: TlsOptions,
): Promise<TestServer> {
  return served(createTlsServer({ ...certificate("server"), ...options }, take));
}

/** A {@link TestServer} that knows its sessions of HTTP/2, in order. */
export interface Http2TestServer extends TestServer {
  readonly sessions: readonly ServerHttp2Session[];
}

/** Serves HTTP/2, and HTTP/1.1 to those who want no other. */
export async function serveHttp2(
  handler: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<Http2TestServer> {
  const sessions: ServerHttp2Session[] = [];
  const server = createSecureServer({ ...certificate("server"), allowHTTP1: true }, handler);
  server.on("session", (session) => {
    session.on("error", () => {});
    sessions.push(session);
  });
  return { ...(await served(server)), sessions };
}

async function served(server: ReturnType<typeof createTlsServer>): Promise<TestServer> {
  server.on("tlsClientError", () => {}); // what a client thinks of the certificate is no fault of the test
  const plain = await listen(server);
  return { ...plain, origin: `https://127.0.0.1:${plain.port}` };
}

function pem(file: string): string {
  return readFileSync(new URL(`certificates/${file}`, import.meta.url), "utf8");
}
