import type { Socket } from "node:net";

/**
 * Makes of the heads of responses on a connection what undici can read, wherever the network cuts them.
 *
 * A 100 (Continue) that nobody asked for, at which undici gives up, becomes a 102, which it passes
 * over like any interim response (RFC 9110, section 15.2).
 * A header that is folded over several lines is unfolded by spaces (RFC 9112, section 5.2).
 * Bodies are left alone: only what comes first after a request was written is a head. Gives what is to be
 * called whenever something is.
 */
export function mendHeads(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let isExpected = false;
  let head: Head | undefined;

  socket.read = (size?: number): Buffer | null => {
    const received: Buffer | null = read(size);
    if (received === null) return null;
    if (isExpected) {
      isExpected = false;
      head = new Head();
    }
    if (!head) return received;
    const ready = head.mend(received);
    if (head.isOver) head = undefined;
    return ready.length === 0 ? null : ready;
  };
  return () => {
    isExpected = true;
  };
}

const NO_BYTES = Buffer.alloc(0);
const CONTINUE = "HTTP/1.1 100";
const STATUS = "HTTP/1.1 ".length;
const ONE = 0x31;
const TWO = 0x32;
const CR = 0x0d;
const LF = 0x0a;
const TAB = 0x09;
const SPACE = 0x20;

/** The head of a response as it comes, with those of the interim responses in front of it. */
class Head {
  isOver = false;
  #isBegun = false;
  #isInterim = false;
  /** What cannot be told apart before more has come. */
  #held: Buffer = NO_BYTES;

  /** What can be read of it now, mended in place. */
  mend(received: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? received : Buffer.concat([this.#held, received]);
    const ready = this.#mendAll(bytes);
    if (ready === bytes.length) {
      this.#held = NO_BYTES;
      return bytes;
    }
    this.#held = bytes.subarray(ready);
    return bytes.subarray(0, ready);
  }

  #mendAll(bytes: Buffer): number {
    let start = 0;
    for (;;) {
      const rest = start === 0 ? bytes : bytes.subarray(start);
      if (!this.#isBegun && isBeginning(rest)) return start;
      if (!this.#isBegun) this.#begin(rest);
      const end = unfold(rest);
      if (end === -1) return start + rest.length - undecided(rest);
      this.isOver = !this.#isInterim;
      if (this.isOver) return bytes.length;
      this.#isBegun = false;
      start += end;
    }
  }

  #begin(bytes: Buffer): void {
    this.#isBegun = true;
    this.#isInterim = bytes[STATUS] === ONE;
    const isContinue = this.#isInterim && bytes.toString("latin1", STATUS, STATUS + 3) === "100";
    if (isContinue) bytes[STATUS + 2] = TWO;
  }
}

/** Whether more has to come to tell what this is. */
function isBeginning(bytes: Buffer): boolean {
  return bytes.length < CONTINUE.length && CONTINUE.startsWith(bytes.toString("latin1"));
}

/** How many bytes at the end may belong to a fold or to the end of the head. */
function undecided(bytes: Buffer): number {
  const last = bytes.toString("latin1", Math.max(0, bytes.length - 3));
  return /\r\n\r$|\r\n?$/.exec(last)?.[0].length ?? 0;
}

/**
 * Unfolds a head, and gives what it ends before; -1 while that has to come.
 *
 * It looks at byte after byte, as a search by text costs more than a whole head of usual length.
 */
function unfold(head: Buffer): number {
  for (let at = 1; at < head.length - 1; at++) {
    if (head[at] !== LF || head[at - 1] !== CR) continue;
    const next = head[at + 1];
    if (next === CR && head[at + 2] === LF) return at + 3;
    if (next === SPACE || next === TAB) head.fill(SPACE, at - 1, at + 2);
  }
  return -1;
}
