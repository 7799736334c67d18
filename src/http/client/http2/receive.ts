import { type ClientHttp2Stream, constants, type IncomingHttpHeaders } from "node:http2";

import type { Exchange } from "../exchange.ts";
import { streamFailure } from "./stream-failure.ts";

/**
 * Tells an exchange what comes on its stream.
 *
 * Node ends a stream in due form where its connection broke, too. So a body is whole where it has its
 * Content-Length; without one, where the stream was not reset.
 * `aborted` is told why the exchange gave up, where it does.
 */
export function receive(
  stream: ClientHttp2Stream,
  exchange: Exchange,
  aborted: (reason: Error) => void,
): void {
  let hasHead = false;
  let said: Error | undefined;
  let missing: number | undefined;
  let isWhole = false;

  exchange.overHttp2();
  exchange.onConnect((reason) => {
    stream.close(constants.NGHTTP2_CANCEL);
    aborted(reason);
  });
  stream.on("response", (headers, flags, ...more: unknown[]) => {
    hasHead = true;
    if (!(flags & constants.NGHTTP2_FLAG_END_STREAM)) missing = lengthOf(headers);
    exchange.onHeaders(headers[":status"] ?? 0, rawHeaders(more[0]));
  });
  stream.on("data", (chunk: Buffer) => {
    if (missing !== undefined) missing -= chunk.length;
    exchange.onData(chunk);
  });
  stream.once("end", () => {
    const isReset = stream.rstCode !== constants.NGHTTP2_NO_ERROR;
    isWhole = hasHead && (missing === undefined ? !isReset : missing <= 0);
    if (isWhole) exchange.onComplete();
  });
  stream.on("error", (error) => {
    said = error;
  });
  stream.once("close", () => {
    if (!isWhole) exchange.failed(streamFailure(stream, said));
  });
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
