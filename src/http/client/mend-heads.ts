import type { Socket } from "node:net";

/**
 * Makes of the heads of responses on a connection what undici can read.
 *
 * A 100 (Continue) that nobody asked for, at which undici gives up, becomes a 102, which it passes
 * over like any interim response (RFC 9110, section 15.2).
 * A header that is folded over several lines is unfolded by spaces (RFC 9112, section 5.2), unless the
 * network cut it at the fold.
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
    const chunk = held.length > 0 ? Buffer.concat([held, received]) : received;
    held = isBeginning(chunk) ? chunk : NO_BYTES;
    if (held.length > 0) return null;
    isHead = mend(chunk);
    return chunk;
  };
}

const NO_BYTES = new Uint8Array();
const CONTINUE = "HTTP/1.1 100";
const END = "\r\n\r\n";
const ONE = 0x31;
const TWO = 0x32;
const SPACE = 0x20;

/** Whether more has to come to tell what this is. */
function isBeginning(chunk: Buffer): boolean {
  return chunk.length < CONTINUE.length && CONTINUE.startsWith(chunk.toString("latin1"));
}

/** Mends the heads that stand in front, and tells whether another must follow what is there. */
function mend(chunk: Buffer): boolean {
  let start = 0;
  while (start < chunk.length) {
    const end = chunk.indexOf(END, start);
    unfold(chunk.subarray(start, end === -1 ? chunk.length : end));
    const status = start + "HTTP/1.1 ".length;
    if (chunk[status] !== ONE) return false;
    if (chunk.toString("latin1", status, status + 3) === "100") chunk[status + 2] = TWO;
    if (end === -1) return false;
    start = end + END.length;
  }
  return true;
}

function unfold(head: Buffer): void {
  for (const fold of ["\r\n ", "\r\n\t"]) {
    for (let at = head.indexOf(fold); at !== -1; at = head.indexOf(fold, at))
      head.fill(SPACE, at, at + 3);
  }
}
