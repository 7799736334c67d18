import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Server, type Socket } from "node:net";

/** A server on the loopback of this machine, for one test. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:` and the port, without a path. */
  readonly origin: string;
  /** The connections that were made, in order, those that have ended too. */
  readonly sockets: readonly Socket[];
}

/** A {@link TestServer} that is given each request as bytes, and answers with bytes. */
export interface RawServer extends TestServer {
  /** What came of the requests, each from its request line to the end of its body. */
  readonly requests: readonly string[];
}

/** Serves by a handler for `node:http`. */
export async function serveHttp(handler: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(handler));
}

/** Serves what `answer` writes on the socket for each request; `n` counts them from 0. */
export async function serveRaw(
  answer: (socket: Socket, request: string, n: number) => void,
): Promise<RawServer> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      if (!isWhole(received)) return;
      const n = requests.push(received) - 1;
      received = "";
      answer(socket, requests[n] ?? "", n);
    });
  });
  return { ...(await listen(server)), requests };
}

/** Serves the same bytes for every request, then ends the connection. */
export async function serveBytes(...answers: readonly (string | Uint8Array)[]): Promise<RawServer> {
  return serveRaw((socket) => {
    for (const answer of answers) socket.write(bytesOf(answer));
    socket.end();
  });
}

/** A text of characters up to U+00FF as the bytes that it stands for. */
export function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? Buffer.from(text, "latin1") : text;
}

async function listen(server: Server): Promise<TestServer> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => {}); // what a client does to its connection is no fault of the test
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is listened on");
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isWhole(request: string): boolean {
  const headEnd = request.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = Number(/^content-length: (\d+)/im.exec(request.slice(0, headEnd))?.[1] ?? 0);
  return request.length >= headEnd + 4 + length;
}
