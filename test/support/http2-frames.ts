import type { Socket } from "node:net";

import { serveTls } from "./secure-server.ts";
import { Growing, type TestServer } from "./server.ts";

/** The flag of a frame that is the last of its message. */
export const END_STREAM = 1;

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length;
const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PING = 6;
const END_HEADERS = 4;

/** A {@link TestServer} that knows what came of HTTP/2. */
export interface FramesServer extends TestServer {
  /** How many requests came, of each connection. */
  readonly requests: readonly number[];
  /** Resolves once so many requests have come, of all connections. */
  asked(count: number): Promise<void>;
  /** Resolves once a PING has come. */
  pinged(): Promise<void>;
}

/** Answers the first request with bytes of HTTP/2, on each connection the next, on later ones the last. */
export async function serveFrames(
  ...answers: readonly (readonly Buffer[])[]
): Promise<FramesServer> {
  const settings = frame(SETTINGS, 0, Buffer.alloc(0), 0);
  const requests: number[] = [];
  const [asked, pings] = [new Growing<number>(), new Growing<number>()];
  const take = (socket: Socket): void => {
    const connection = requests.push(0) - 1;
    const frames = answers[Math.min(connection, answers.length - 1)] ?? [];
    socket.on("error", () => {}).write(settings);
    onFrame(socket, (type) => {
      if (type === PING) pings.push(connection);
      if (type !== HEADERS) return;
      if (requests[connection] === 0) socket.write(Buffer.concat(frames));
      requests[connection] = (requests[connection] ?? 0) + 1;
      asked.push(connection);
    });
  };
  const server = await serveTls(take, { ALPNProtocols: ["h2"] });
  const told = { asked: (count: number) => asked.reached(count), pinged: () => pings.reached(1) };
  return { ...server, requests, ...told };
}

/** Tells the type of each frame that a client begins, behind its preface. */
function onFrame(socket: Socket, begins: (type: number) => void): void {
  let received = Buffer.alloc(0);
  let next = PREFACE;
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    for (; next + 9 <= received.length; next += 9 + received.readUIntBE(next, 3)) {
      begins(received.readUInt8(next + 3));
    }
  });
}

/** Frames that a server may not send, the last no frame at all. */
export const violations: readonly (readonly [what: string, frame: Buffer])[] = [
  ["too long a frame", frame(DATA, 0, Buffer.alloc(20_000))],
  ["bad HPACK", frame(HEADERS, END_HEADERS, Buffer.alloc(5, 255))],
  ["SETTINGS of 5 bytes", frame(SETTINGS, 0, Buffer.alloc(5), 0)],
  ["a body before its head", frame(DATA, END_STREAM, Buffer.from("hi"))],
  ["HTTP/1.1", Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")],
];

function frame(type: number, flags: number, payload: Buffer, stream = 1): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Status 200 and, by a literal of HPACK, a Content-Length of one digit. */
export function headersFrame(length: string): Buffer {
  const literal = [0x0f, 0x0d, 1, length.charCodeAt(0)];
  return frame(HEADERS, END_HEADERS, Buffer.from([0x88, ...literal]));
}

export function dataFrame(text: string, flags: number): Buffer {
  return frame(DATA, flags, Buffer.from(text));
}

/** Ends the stream without an error. */
export function resetFrame(): Buffer {
  return frame(RST_STREAM, 0, Buffer.alloc(4));
}
