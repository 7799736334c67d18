import type { Socket } from "node:net";

/**
 * Makes of the heads of responses on a connection what undici can read.
 *
 * A 100 (Continue) that nobody asked for, at which undici gives up, becomes a 102, which it passes
 * over like any interim response (RFC 9110, section 15.2).
 * A header that is folded over several lines is unfolded by spaces (RFC 9112, section 5.2), unless the
 * network cut the head.
 * Bodies are left alone: only what comes first after a request was written is a head.
 */
export function mendHeads(socket: Socket): void {
  const read = socket.read.bind(socket);
  let written = 0;
  let isHead = false;
  let held: Uint8Array = NO_BYTES;

  socket.read = (size?: number): Buffer | null => {
    const received: Buffer | null = read(size);
    if (received === null) return null;
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      isHead = true;
    }
    if (!isHead) return received;
    const chunk = held.length === 0 ? received : Buffer.concat([held, received]);
    const next = mendInterim(chunk);
    isHead = isBeginning(chunk.subarray(next));
    held = isHead ? chunk.subarray(next) : NO_BYTES;
    const ready = isHead ? chunk.subarray(0, next) : chunk;
    return ready.length === 0 ? null : ready;
  };
}

const NO_BYTES = new Uint8Array();
const CONTINUE = "HTTP/1.1 100";
const STATUS = "HTTP/1.1 ".length;
const END = "\r\n\r\n";
const ONE = 0x31;
const TWO = 0x32;
const SPACE = 0x20;

/** Mends the head in front and, where that is an interim one, those behind it; tells where the last begins. */
function mendInterim(chunk: Buffer): number {
  let start = 0;
  for (;;) {
    const end = chunk.indexOf(END, start);
    unfold(chunk.subarray(start, end === -1 ? chunk.length : end));
    if (chunk[start + STATUS] !== ONE) return start;
    if (chunk.toString("latin1", start + STATUS, start + STATUS + 3) === "100") {
      chunk[start + STATUS + 2] = TWO;
    }
    if (end === -1) return start;
    start = end + END.length;
  }
}

/** Whether more has to come to tell what this is. */
function isBeginning(bytes: Buffer): boolean {
  return bytes.length < CONTINUE.length && CONTINUE.startsWith(bytes.toString("latin1"));
}

function unfold(head: Buffer): void {
  for (const fold of ["\r\n ", "\r\n\t"]) {
    for (let at = head.indexOf(fold); at !== -1; at = head.indexOf(fold, at)) {
      head.fill(SPACE, at, at + fold.length);
    }
  }
}
