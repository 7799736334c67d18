import { ByteCollector } from "./byte-collector.ts";
import { type ContentCoding, decompressWhole } from "./content-coding.ts";
import {
  type BodyEnds,
  type BodyLimits,
  StreamDecompressor,
  TooManyBytesError,
} from "./stream-decompressor.ts";

/** Up to here a coded body is kept whole; undoing it at once is cheaper than a trip off the thread. */
const SMALL = 64 * 1024;
/** What may come of that before the main thread has had enough. */
const SMALL_MADE = 512 * 1024;

/**
 * The body of a response as it comes: counted and put together, its codings undone.
 *
 * Fails as soon as it has more than `maxBytes`, be it on the wire or when decompressed, unless it is
 * cut before.
 * An empty body is empty whatever its codings.
 */
export class IncomingBody implements Disposable {
  readonly #codings: readonly ContentCoding[];
  readonly #limits: BodyLimits;
  readonly #ends: BodyEnds;
  readonly #kept = new ByteCollector();
  #size = 0;
  #decompressor: StreamDecompressor | undefined;

  constructor(codings: readonly ContentCoding[], limits: BodyLimits, ends: BodyEnds) {
    this.#codings = codings;
    this.#limits = limits;
    this.#ends = ends;
  }

  write(chunk: Uint8Array): void {
    const { maxBytes, cutAt } = this.#limits;
    this.#size += chunk.length;
    if (this.#codings.length === 0 && this.#size > cutAt) {
      this.#kept.add(chunk);
      this.#cut(this.#kept.bytes());
    } else if (this.#size > maxBytes) this.#ends.bodyFailed(tooLarge(maxBytes));
    else if (this.#decompressor) this.#decompressor.write(chunk);
    else this.#keep(chunk);
  }

  /** Tells that the last piece was written. */
  end(): void {
    if (this.#decompressor) this.#decompressor.end();
    else if (this.#codings.length === 0 || this.#size === 0)
      this.#ends.bodyDone(this.#kept.bytes(), false);
    else this.#decompress();
  }

  /** Gives up. */
  [Symbol.dispose](): void {
    this.#decompressor?.[Symbol.dispose]();
  }

  #keep(chunk: Uint8Array): void {
    this.#kept.add(chunk);
    if (this.#codings.length > 0 && this.#size > SMALL) this.#stream(this.#kept.take());
  }

  #decompress(): void {
    const { maxBytes, cutAt } = this.#limits;
    const bytes = this.#kept.take();
    const body = decompressWhole(bytes, this.#codings, SMALL_MADE);
    if (body === undefined) this.#stream(bytes).end();
    else if (body.length > cutAt) this.#cut(body);
    else if (body.length > maxBytes) this.#ends.bodyFailed(tooLarge(maxBytes));
    else this.#ends.bodyDone(body, false);
  }

  #cut(bytes: Uint8Array): void {
    this.#ends.bodyCut(bytes.subarray(0, this.#limits.cutAt));
  }

  #stream(bytes: Uint8Array): StreamDecompressor {
    const decompressor = new StreamDecompressor(this.#codings, this.#limits, this.#ends);
    this.#decompressor = decompressor;
    decompressor.write(bytes);
    return decompressor;
  }
}

function tooLarge(maxBytes: number): TooManyBytesError {
  return new TooManyBytesError(`The body has more than ${maxBytes} bytes`);
}
