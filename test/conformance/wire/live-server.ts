import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

import { NotPlayed } from "../case.ts";

/** A server that behaves as described, and what it saw. */
export interface LiveServer extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly string[];
  readonly sockets: readonly Socket[];
  /** The most connections that were open at once. */
  readonly mostOpen: number;
}

/** Writes on the socket for a request; `n` counts the requests of the server, `own` those of the connection. */
type Behaviour = (socket: Socket, n: number, own: number) => void;

/** Starts a server by its description. Throws a {@link NotPlayed} at words that are not understood. */
export async function serveWords(words: string): Promise<LiveServer> {
  const behave = behaviourOf(words);
  const requests: string[] = [];
  const sockets: Socket[] = [];
  let mostOpen = 0;
  const server = createServer((socket) => {
    let own = 0;
    sockets.push(socket);
    mostOpen = Math.max(mostOpen, sockets.filter(({ closed }) => !closed).length);
    socket.on("error", () => {}); // what a client does to its connection is no fault of the case
    socket.on("data", (bytes) => {
      requests.push(bytes.toString("latin1"));
      behave(socket, requests.length - 1, own++);
    });
  });
  return {
    port: await listen(server, words.includes("[::1]") ? "::1" : "127.0.0.1"),
    requests,
    sockets,
    get mostOpen() {
      return mostOpen;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** What is understood, most special first. */
const behaviours: readonly (readonly [RegExp, (match: readonly string[]) => Behaviour])[] = [
  [/^listen on \[::1\]/, () => (socket) => socket.write(OK)],
  [
    /^send "(.*)" then nothing$/s,
    ([, text = ""]) =>
      (socket) =>
        socket.write(unescaped(text), "latin1"),
  ],
  [
    /^200, chunked, one 1-byte chunk every (\d+) ms, for ever$/,
    ([, ms]) =>
      (socket) =>
        drip(
          socket,
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
          "1\r\nx\r\n",
          Number(ms),
        ),
  ],
  [
    /\bone (?:byte of the head|header byte|header line)\b.*\bevery (\d+) ms\b/,
    ([, ms]) =>
      (socket) =>
        drip(socket, "HTTP/1.1 200 OK\r\n", "X: y\r\n", Number(ms)),
  ],
  [
    /^200 (\S+), write (\d+) ([KMG])iB for ever/,
    ([, type, count, unit = ""]) =>
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`);
        writeForEver(socket, Buffer.alloc(bytesOf(count, unit)));
      },
  ],
  [
    /^keep-alive; on the (\w+) request of one connection: destroy the socket/,
    ([, ordinal = ""]) =>
      (socket, _, own) =>
        own === ORDINALS.indexOf(ordinal) ? socket.destroy() : socket.write(OK),
  ],
  [
    /^first (\d+) answers: (\d{3}) with a (\d+) ([KMG])iB body, then 200$/,
    ([, times, status, count, unit = ""]) => {
      const body = Buffer.alloc(bytesOf(count, unit));
      const head = `HTTP/1.1 ${status} Error\r\nContent-Length: ${body.length}\r\n\r\n`;
      return (socket, n) => {
        if (n < Number(times)) socket.write(head);
        socket.write(n < Number(times) ? body : OK);
      };
    },
  ],
  [
    /^200 (\S+), (\d+) ([KMG])iB$/,
    ([, type, count, unit = ""]) => {
      const body = Buffer.alloc(bytesOf(count, unit));
      const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
      return (socket) => {
        socket.write(head);
        socket.write(body);
      };
    },
  ],
  [/\b(?:never answers?|no answer|says nothing|silent)\b/, () => () => {}],
];

const ORDINALS = ["first", "second", "third", "fourth"];

function behaviourOf(words: string): Behaviour {
  for (const [pattern, make] of behaviours) {
    const match = pattern.exec(words);
    if (match) return make(match);
  }
  throw new NotPlayed(`in words that are not understood: ${words}`);
}

function drip(socket: Socket, start: string, drop: string, everyMs: number): void {
  socket.write(start);
  const dripping = setInterval(() => socket.write(drop), everyMs);
  socket.on("close", () => clearInterval(dripping));
}

function writeForEver(socket: Socket, bytes: Uint8Array): void {
  socket.write(bytes, (error) => {
    if (!error) writeForEver(socket, bytes);
  });
}

function bytesOf(count: string | undefined, unit: string): number {
  return Number(count) * (UNITS[unit] ?? 1);
}

/** A text with escapes as in source code. */
function unescaped(text: string): string {
  return text
    .replaceAll(String.raw`\r`, "\r")
    .replaceAll(String.raw`\n`, "\n")
    .replaceAll(String.raw`\"`, '"');
}

async function listen(server: Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is listened on");
  return address.port;
}
