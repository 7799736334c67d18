import { serveTls } from "./secure-server.ts";
import type { TestServer } from "./server.ts";

/** The flag of a frame that is the last of its message. */
export const END_STREAM = 1;

const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const END_HEADERS = 4;

/** Answers with bytes of HTTP/2, whatever it is asked. */
export function serveFrames(frames: readonly Buffer[]): Promise<TestServer> {
  const settings = frame(SETTINGS, 0, Buffer.alloc(0), 0);
  return serveTls(
    (socket) => {
      socket.on("error", () => {}).write(settings);
      socket.once("data", () => socket.write(Buffer.concat(frames)));
    },
    { ALPNProtocols: ["h2"] },
  );
}

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
