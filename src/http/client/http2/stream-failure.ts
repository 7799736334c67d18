import { type ClientHttp2Stream, constants } from "node:http2";

/** Codes of a reset after which another attempt may succeed (RFC 9113, section 7). */
const passing: ReadonlySet<number | undefined> = new Set([
  constants.NGHTTP2_NO_ERROR,
  constants.NGHTTP2_INTERNAL_ERROR,
  constants.NGHTTP2_REFUSED_STREAM,
  constants.NGHTTP2_CANCEL,
  constants.NGHTTP2_ENHANCE_YOUR_CALM,
]);

/**
 * Why a stream ended before its response: what Node said, but as a connection that was reset where the
 * server gave up and may be asked again.
 */
export function streamFailure({ rstCode }: ClientHttp2Stream, said: Error | undefined): Error {
  const code = said && "code" in said ? String(said.code) : "";
  const isSession = /^ERR_HTTP2_(?:SESSION_ERROR|GOAWAY_SESSION|INVALID_SESSION)$/.test(code);
  const isReset = said === undefined || (code === "ERR_HTTP2_STREAM_ERROR" && passing.has(rstCode));
  if (said && !isReset && !isSession) return said;
  const message = said?.message ?? `The stream was closed with code ${rstCode}`;
  return Object.assign(new Error(message, { cause: said }), { code: "ECONNRESET" });
}
