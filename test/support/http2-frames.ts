import { serveTls } from "./secure-server.ts";
import type { TestServer } from "./server.ts";

/** The flag of a frame that is the last of its message. */
export const END_STREAM = 1;

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length;
const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const END_HEADERS = 4;

/** Answers the first request with bytes of HTTP/2, on each connection the next, on later ones the last. */
export function serveFrames(...answers: readonly (readonly Buffer[])[]): Promise<TestServer> {
  const settings = frame(SETTINGS, 0, Buffer.alloc(0), 0);
  let connections = 0;
  return serveTls(
    (socket) => {
      const frames = answers[Math.min(connections++, answers.length - 1)] ?? [];
      socket.on("error", () => {}).write(settings);
      let received = Buffer.alloc(0);
      const read = (bytes: Buffer): void => {
        received = Buffer.concat([received, bytes]);
        if (!hasRequest(received)) return;
        socket.off("data", read);
        socket.write(Buffer.concat(frames));
      };
      socket.on("data", read);
    },
    { ALPNProtocols: ["h2"] },
  );
}

/** Whether there are the headers of a request in what a client has sent, behind its preface. */
function hasRequest(bytes: Buffer): boolean {
  for (let at = PREFACE; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
    if (bytes.readUInt8(at + 3) === HEADERS) return true;
  }
  return false;
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
