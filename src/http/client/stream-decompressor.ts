import { ByteCollector } from "./byte-collector.ts";
import type { ContentCoding, DecompressionStream, Decompressor } from "./content-coding.ts";
import { codeOf } from "./network-error.ts";

/** How long a body may be, in bytes. */
export interface BodyLimits {
  /** From here on it is refused, on the wire as well as after each coding. */
  readonly maxBytes: number;
  /** From here on it is left, codings undone; `Infinity` reads it whole. */
  readonly cutAt: number;
}

/** What becomes of a body. Not told once it was given up. */
export interface BodyEnds {
  /** `truncated` where the coded bytes ended too early, so that this is only the beginning. */
  bodyDone(body: Uint8Array, truncated: boolean): void;
  bodyFailed(error: Error): void;
  /** It was left: this is its beginning, and more is coming. */
  bodyCut(beginning: Uint8Array): void;
}

/** The codings would make more bytes of the body than it may have. */
export class TooManyBytesError extends Error {
  override readonly name = "TooManyBytesError";
}

const NO_BYTES = new Uint8Array();
/** How many bytes tell whether a coding was applied. */
const TELLING = 2;

/** Takes bytes in pieces. */
interface Sink {
  write(chunk: Uint8Array): void;
  /** No more will come; `truncated` if more should have. */
  end(truncated: boolean): void;
}

/**
 * Undoes the codings of a body as it comes, off the main thread.
 *
 * Fails as soon as a coding has made more than `maxBytes`, unless the body is cut before.
 * A body that ends too early gives all that can be made of it. Bytes behind its end are passed over.
 */
export class StreamDecompressor implements Disposable {
  readonly #stages: readonly Stage[];
  readonly #first: Sink;
  readonly #made = new ByteCollector();
  readonly #cutAt: number;
  readonly #ends: BodyEnds;
  #ended = false;

  constructor(codings: readonly ContentCoding[], limits: BodyLimits, ends: BodyEnds) {
    const { maxBytes, cutAt } = limits;
    this.#cutAt = cutAt;
    this.#ends = ends;
    const failed = (error: Error): void => this.#end(() => ends.bodyFailed(error));
    let next: Sink = {
      write: (chunk) => this.#keep(chunk),
      end: (truncated) => this.#end(() => ends.bodyDone(this.#made.bytes(), truncated)),
    };
    this.#stages = codings
      .toReversed()
      .map((coding) => (next = new Stage(coding, maxBytes, next, failed)));
    this.#first = next;
  }

  write(chunk: Uint8Array): void {
    if (!this.#ended) this.#first.write(chunk);
  }

  /** Tells that the last piece was written. */
  end(): void {
    if (!this.#ended) this.#first.end(false);
  }

  /** Gives up. */
  [Symbol.dispose](): void {
    this.#ended = true;
    for (const stage of this.#stages) stage[Symbol.dispose]();
  }

  #keep(chunk: Uint8Array): void {
    this.#made.add(chunk);
    if (this.#made.size <= this.#cutAt) return;
    this.#end(() => this.#ends.bodyCut(this.#made.bytes().subarray(0, this.#cutAt)));
  }

  #end(tell: () => void): void {
    if (this.#ended) return;
    this[Symbol.dispose]();
    tell();
  }
}

/** Undoes one coding. */
class Stage implements Sink, Disposable {
  readonly #coding: ContentCoding;
  readonly #maxBytes: number;
  readonly #next: Sink;
  readonly #failed: (error: Error) => void;
  #decompressor: Decompressor | undefined;
  #stream: DecompressionStream | undefined;
  /** What was poured into a stream that may stumble. */
  readonly #poured = new ByteCollector();
  /** What came while the stream was at work. */
  readonly #waiting = new ByteCollector();
  #isAtWork = false;
  #isOpen = false;
  /** What came before it could be told whether the coding was applied. */
  #start: Uint8Array = NO_BYTES;
  #made = 0;
  /** The end of what is coded was reached, or of what can be made of it. */
  #over = false;
  #ended = false;
  #truncated = false;

  constructor(coding: ContentCoding, maxBytes: number, next: Sink, failed: (error: Error) => void) {
    this.#coding = coding;
    this.#maxBytes = maxBytes;
    this.#next = next;
    this.#failed = failed;
  }

  write(chunk: Uint8Array): void {
    if (this.#over) return;
    if (this.#isOpen) return this.#pour(chunk);
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length >= TELLING) this.#open();
  }

  end(truncated: boolean): void {
    if (!this.#isOpen) this.#open();
    this.#ended = true;
    this.#truncated ||= truncated;
    const stream = this.#stream;
    if (stream && !this.#over) {
      if (this.#waiting.size > 0) stream.write(this.#waiting.take());
      // A cut body makes the end fail; without the flush, what is still inside would be lost by that.
      stream.flush(() => stream.end());
    } else this.#next.end(this.#truncated);
  }

  [Symbol.dispose](): void {
    this.#over = true;
    this.#stream?.destroy();
  }

  #open(): void {
    this.#isOpen = true;
    this.#decompressor = this.#start.length > 0 ? this.#coding(this.#start) : undefined;
    this.#stream = this.#decompressor?.stream();
    this.#stream
      ?.on("data", (made: Uint8Array) => this.#pass(made))
      .on("end", () => this.#close(false))
      .on("error", (error) => this.#stop(error));
    this.#pour(this.#start);
  }

  #pour(chunk: Uint8Array): void {
    if (this.#decompressor?.stumbles) this.#poured.add(chunk);
    if (!this.#stream) return this.#next.write(chunk);
    this.#waiting.add(chunk);
    if (!this.#isAtWork) this.#feed(this.#stream);
  }

  #feed(stream: DecompressionStream): void {
    this.#isAtWork = this.#waiting.size > 0 && !this.#over;
    if (this.#isAtWork) stream.write(this.#waiting.take(), () => this.#feed(stream));
  }

  #pass(made: Uint8Array): void {
    if (this.#over) return;
    this.#made += made.length;
    // The last bytes too: they may be those from which on the body is cut.
    this.#next.write(made);
    if (this.#made > this.#maxBytes) this.#failed(tooMany(this.#maxBytes));
  }

  #stop(error: Error): void {
    if (this.#over) return;
    const lost = this.#decompressor?.stumbles ? this.#lost() : undefined;
    if (lost) this.#pass(lost);
    if (lost || codeOf(error) === "Z_BUF_ERROR") this.#close(!lost);
    else this.#failed(error);
  }

  /** What the stream lost if it stumbled over what stands behind the end. */
  #lost(): Uint8Array | undefined {
    try {
      const options = { maxOutputLength: this.#maxBytes + 1 };
      return this.#decompressor?.whole(this.#poured.bytes(), options).subarray(this.#made);
    } catch (error) {
      if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") this.#failed(tooMany(this.#maxBytes));
      return undefined; // else the error of the stream tells what is wrong
    }
  }

  #close(truncated: boolean): void {
    if (this.#over) return;
    this.#over = true;
    this.#truncated ||= truncated;
    if (this.#ended) this.#next.end(this.#truncated);
  }
}

function tooMany(maxBytes: number): TooManyBytesError {
  return new TooManyBytesError(`The body decompresses to over ${maxBytes} bytes`);
}
