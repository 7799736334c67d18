import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Server, type Socket } from "node:net";

/** A server on the loopback of this machine, for one test. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:` and the port, without a path. */
  readonly origin: string;
  /** The connections that were made, in order, those that have ended too. */
  readonly sockets: readonly Socket[];
  /** Resolves once so many connections were made. */
  connected(count: number): Promise<void>;
  /** Resolves once all connections have ended. */
  closed(): Promise<void>;
}

/** A {@link TestServer} that is given each request as bytes, and answers with bytes. */
export interface RawServer extends TestServer {
  /** What came of the requests, each from its request line to the end of its body, in Latin-1. */
  readonly requests: readonly string[];
  /** Resolves once so many requests have come. */
  asked(count: number): Promise<void>;
}

/** Serves by a handler for `node:http`. */
export function serveHttp(handler: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(handler));
}

/** Gives each connection to `take`. */
export function serveSockets(take: (socket: Socket) => void): Promise<TestServer> {
  return listen(createServer(take));
}

/** Lets `answer` write on the socket for each request; `n` counts them from 0. */
export async function serveRaw(
  answer: (socket: Socket, request: string, n: number) => void,
): Promise<RawServer> {
  const requests = new Growing<string>();
  const server = await serveSockets((socket) => {
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      if (!isWhole(received)) return;
      const request = received;
      received = "";
      requests.push(request);
      answer(socket, request, requests.items.length - 1);
    });
  });
  return { ...server, requests: requests.items, asked: (count) => requests.reached(count) };
}

/** Serves the same bytes for every request, text as Latin-1, then ends the connection. */
export function serveBytes(...answers: readonly (string | Uint8Array)[]): Promise<RawServer> {
  return serveRaw((socket) => {
    for (const answer of answers) {
      socket.write(typeof answer === "string" ? Buffer.from(answer, "latin1") : answer);
    }
    socket.end();
  });
}

/** Listens on the loopback. The connections of a TLS server are those below TLS. */
export async function listen(server: Server): Promise<TestServer> {
  const sockets = new Growing<Socket>();
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => {}); // what a client does to its connection is no fault of the test
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is listened on");
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    sockets: sockets.items,
    connected: (count) => sockets.reached(count),
    async closed() {
      for (const socket of sockets.items) await untilClosed(socket);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.items) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once("close", () => resolve());
  });
}

/** A list that can be waited for to grow. */
export class Growing<T> {
  readonly items: T[] = [];
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  push(item: T): void {
    this.items.push(item);
    for (const { count, resolve } of this.#waiting) if (this.items.length >= count) resolve();
  }

  reached(count: number): Promise<void> {
    if (this.items.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }
}

function isWhole(request: string): boolean {
  const headEnd = request.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = Number(/^content-length: (\d+)/im.exec(request.slice(0, headEnd))?.[1] ?? 0);
  return request.length >= headEnd + 4 + length;
}
