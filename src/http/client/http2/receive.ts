import { type ClientHttp2Stream, constants, type IncomingHttpHeaders } from "node:http2";

import type { Dispatcher } from "undici";

import type { Exchange } from "../exchange.ts";
import { streamFailure } from "./stream-failure.ts";

/**
 * Tells an exchange what comes on its stream.
 *
 * A body shorter than its Content-Length is one that was cut, though the server ended it in due form.
 */
export function receive(stream: ClientHttp2Stream, exchange: Exchange): void {
  const controller = new StreamController(stream);
  let said: Error | undefined;
  let missing: number | undefined;
  let isWhole = false;

  exchange.onRequestStart(controller);
  onWhole(stream, () => {
    isWhole = true;
  });
  stream.on("response", (headers, _flags, ...more: unknown[]) => {
    controller.rawHeaders = rawHeaders(more[0]);
    missing = lengthOf(headers);
    exchange.onResponseStart(controller, headers[":status"] ?? 0, { ...headers });
  });
  stream.on("data", (chunk: Buffer) => {
    if (missing !== undefined) missing -= chunk.length;
    exchange.onResponseData(controller, chunk);
  });
  stream.once("end", () => {
    if (!isWhole) return;
    if (missing !== undefined && missing > 0) exchange.failed(short(missing));
    else exchange.onResponseEnd();
  });
  stream.on("error", (error) => {
    said = error;
  });
  stream.once("close", () => {
    if (!isWhole) exchange.failed(streamFailure(stream, said));
  });
}

/**
 * Tells when the server has ended the stream.
 *
 * Node ends it in the same way, but closed, where the connection broke or the server reset it without
 * an error, so that `end` alone would take what was cut for whole.
 */
function onWhole(stream: ClientHttp2Stream, tell: () => void): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null && !stream.closed) tell();
    return push(chunk, encoding);
  };
}

/** What undici gives its handlers, for a stream of ours. */
class StreamController implements Dispatcher.DispatchController {
  readonly paused = false;
  readonly rawTrailers = null;
  rawHeaders: string[] | null = null;
  reason: Error | null = null;
  readonly #stream: ClientHttp2Stream;

  constructor(stream: ClientHttp2Stream) {
    this.#stream = stream;
  }

  get aborted(): boolean {
    return this.reason !== null;
  }

  abort(reason: Error): void {
    this.reason = reason;
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }
}

/** Names and values in turns as they came, which Node hands over but its types do not tell; no `:status`. */
function rawHeaders(raw: unknown): string[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map(String);
  return texts.filter((_, at) => !texts[at - (at % 2)]?.startsWith(":"));
}

function lengthOf({ "content-length": length }: IncomingHttpHeaders): number | undefined {
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

function short(missing: number): Error {
  const message = `The body ended ${missing} bytes before its Content-Length`;
  return Object.assign(new Error(message), { code: "ECONNRESET" });
}
