import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { type CrashPage, type CrashSite, urlOf } from "./crash-site.ts";

const SLOW_MS = 40;
const ROBOTS = "User-agent: *\nDisallow: /private/\n";

/** Serves a {@link CrashSite} on the loopback, and keeps account of what was asked for. */
export class CrashServer implements AsyncDisposable {
  /** How often each page was sent as a whole, by its URL. */
  readonly sent: Map<string, number> = new Map();
  /** What was asked for that no robot must. */
  readonly forbidden: string[] = [];
  readonly port: number;
  readonly #site: CrashSite;
  readonly #server: Server;
  /** How often each page was asked for. */
  readonly #visits = new Map<number, number>();
  #asked = 0;
  #alarm: { readonly at: number; readonly ring: () => void } | undefined;

  static async start(site: CrashSite): Promise<CrashServer> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return new CrashServer(site, server, typeof address === "object" ? (address?.port ?? 0) : 0);
  }

  private constructor(site: CrashSite, server: Server, port: number) {
    this.#site = site;
    this.#server = server;
    this.port = port;
    server.on("request", (request, response) => this.#answer(request, response));
  }

  /** Calls `ring` once, as so many more requests have come. */
  after(count: number, ring: () => void): void {
    this.#alarm = { at: this.#asked + count, ring };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer({ url: path = "/" }: IncomingMessage, response: ServerResponse): void {
    if (path === "/robots.txt") {
      response.setHeader("content-type", "text/plain").end(ROBOTS);
      return;
    }
    if (path.startsWith("/private/")) this.forbidden.push(path);
    const page = this.#site.at(path);
    if (!page) response.writeHead(404).end();
    else if (path.startsWith("/old/")) {
      response.writeHead(301, { location: urlOf(page.n, this.port) }).end();
    } else this.#answerPage(page, response);
    this.#asked++;
    if (this.#alarm?.at !== this.#asked) return;
    this.#alarm.ring();
    this.#alarm = undefined;
  }

  #answerPage(page: CrashPage, response: ServerResponse): void {
    const visit = this.#visits.get(page.n) ?? 0;
    this.#visits.set(page.n, visit + 1);
    if (page.trouble === "slow") setTimeout(() => this.#send(page, response), SLOW_MS);
    else if (visit >= page.times || !makeTrouble(page, response)) this.#send(page, response);
  }

  #send(page: CrashPage, response: ServerResponse): void {
    const url = urlOf(page.n, this.port);
    response.on("finish", () => this.sent.set(url, (this.sent.get(url) ?? 0) + 1));
    response.setHeader("content-type", "text/html").end(this.#site.html(page, this.port));
  }
}

/** Answers with trouble; false where the page makes none of this kind. */
function makeTrouble({ trouble }: CrashPage, response: ServerResponse): boolean {
  if (trouble === "broken") response.writeHead(500).end();
  else if (trouble === "busy") response.writeHead(429, { "retry-after": "1" }).end();
  else if (trouble === "reset") response.destroy();
  else if (trouble === "torn") {
    response.writeHead(200, { "content-type": "text/html", "content-length": "1000" });
    response.write("<title>To", () => response.destroy());
  } else return false;
  return true;
}
