const NO_BYTES = new Uint8Array();
/** Pieces from here on are kept as they are; a shorter one costs more than its bytes. */
const LARGE = 4 * 1024;
/** How long blocks may grow. */
const LONGEST_BLOCK = 64 * 1024;

/**
 * Puts bytes together that come in pieces.
 *
 * Small pieces are copied into blocks that grow with what has come, so that bytes that come one by one
 * take little more room than bytes that come at once. Large ones, and the first, are not copied before
 * the end.
 */
export class ByteCollector {
  /** How many bytes there are. */
  size = 0;
  #pieces: Uint8Array[] = [];
  #block: Uint8Array = NO_BYTES;
  /** Where the last piece begins in the block, if it is in it. */
  #start: number | undefined;
  #filled = 0;

  /** In how many pieces they are kept. */
  get pieces(): number {
    return this.#pieces.length;
  }

  add(piece: Uint8Array): void {
    if (piece.length >= LARGE || this.size === 0) this.#keep(piece);
    else this.#copy(piece);
    this.size += piece.length;
  }

  /** All of them, in order. */
  bytes(): Uint8Array {
    const [first = NO_BYTES, second] = this.#pieces;
    return second === undefined ? first : Buffer.concat(this.#pieces, this.size);
  }

  /** All of them, which are then forgotten. */
  take(): Uint8Array {
    const bytes = this.bytes();
    this.#pieces = [];
    this.#block = NO_BYTES;
    this.#start = undefined;
    this.#filled = 0;
    this.size = 0;
    return bytes;
  }

  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#start = undefined;
  }

  #copy(piece: Uint8Array): void {
    if (this.#filled + piece.length > this.#block.length) this.#openBlock();
    this.#block.set(piece, this.#filled);
    const start = this.#start ?? this.#filled;
    this.#filled += piece.length;
    const grown = this.#block.subarray(start, this.#filled);
    if (this.#start === undefined) this.#pieces.push(grown);
    else this.#pieces[this.#pieces.length - 1] = grown;
    this.#start = start;
  }

  #openBlock(): void {
    const length = Math.min(Math.max(this.size, LARGE), LONGEST_BLOCK);
    this.#block = Buffer.allocUnsafeSlow(length);
    this.#start = undefined;
    this.#filled = 0;
  }
}
