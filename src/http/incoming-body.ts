import { type ContentCoding, decompressWhole } from "./content-coding.ts";
import {
  type DecompressionEnds,
  StreamDecompressor,
  TooManyBytesError,
} from "./stream-decompressor.ts";

/** Up to here a coded body is kept whole; undoing it at once is cheaper than a trip off the thread. */
const SMALL = 64 * 1024;
/** What may come of that before the main thread has had enough. */
const SMALL_MADE = 512 * 1024;

const NO_BYTES = new Uint8Array();

/**
 * The body of a response as it comes: counted and put together, its codings undone.
 *
 * Fails as soon as it has more than `maxBytes`, be it on the wire or when decompressed.
 * An empty body is empty whatever its codings.
 */
export class IncomingBody implements Disposable {
  readonly #codings: readonly ContentCoding[];
  readonly #maxBytes: number;
  readonly #ends: DecompressionEnds;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #decompressor: StreamDecompressor | undefined;

  constructor(codings: readonly ContentCoding[], maxBytes: number, ends: DecompressionEnds) {
    this.#codings = codings;
    this.#maxBytes = maxBytes;
    this.#ends = ends;
  }

  write(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.#ends.failed(tooLarge(this.#maxBytes));
    else if (this.#decompressor) this.#decompressor.write(chunk);
    else this.#keep(chunk);
  }

  /** Tells that the last piece was written. */
  end(): void {
    if (this.#decompressor) this.#decompressor.end();
    else if (this.#codings.length === 0 || this.#size === 0) this.#ends.done(this.#kept(), false);
    else this.#decompress();
  }

  /** Gives up. */
  [Symbol.dispose](): void {
    this.#decompressor?.[Symbol.dispose]();
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    if (this.#codings.length > 0 && this.#size > SMALL) this.#stream(this.#kept());
  }

  #kept(): Uint8Array {
    const [first = NO_BYTES, second] = this.#chunks;
    return second === undefined ? first : Buffer.concat(this.#chunks, this.#size);
  }

  #decompress(): void {
    const bytes = this.#kept();
    const body = decompressWhole(bytes, this.#codings, SMALL_MADE);
    if (body === undefined) this.#stream(bytes).end();
    else if (body.length > this.#maxBytes) this.#ends.failed(tooLarge(this.#maxBytes));
    else this.#ends.done(body, false);
  }

  #stream(bytes: Uint8Array): StreamDecompressor {
    const decompressor = new StreamDecompressor(this.#codings, this.#maxBytes, this.#ends);
    this.#decompressor = decompressor;
    this.#chunks = [];
    decompressor.write(bytes);
    return decompressor;
  }
}

function tooLarge(maxBytes: number): TooManyBytesError {
  return new TooManyBytesError(`The body has more than ${maxBytes} bytes`);
}
