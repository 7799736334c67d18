import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import type { Socket } from "node:net";

import type { Exchange } from "../exchange.ts";
import { MAX_HEAD_BYTES } from "../max-head-bytes.ts";
import type { WireRequest } from "../wire-request.ts";
import { http2Headers } from "./http2-headers.ts";
import { streamFailure } from "./stream-failure.ts";

/** How long a connection without requests is kept open. It does not keep the process alive. */
const IDLE_MS = 60_000;
/** What may come before we have to say that we have read it; more than what Node allows, for speed. */
const STREAM_WINDOW = 256 * 1024;
const SESSION_WINDOW = 1024 * 1024;

/** A connection of HTTP/2: any number of requests at once. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #idle: NodeJS.Timeout;
  #streams = 0;

  constructor(origin: string, socket: Socket) {
    const session = connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: 2000,
      settings: {
        enablePush: false,
        initialWindowSize: STREAM_WINDOW,
        maxHeaderListSize: MAX_HEAD_BYTES,
      },
    });
    session.once("connect", () => session.setLocalWindowSize(SESSION_WINDOW));
    session.on("error", () => {}); // each stream is told
    session.unref();
    this.#session = session;
    this.#idle = setTimeout(() => session.close(), IDLE_MS).unref();
    session.once("close", () => clearTimeout(this.#idle));
  }

  /** Whether it takes requests: not once it ended, or the server said that it is about to. */
  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  send(wire: WireRequest, exchange: Exchange): void {
    if (exchange.ended) return;
    const stream = this.#request(wire);
    this.#occupy(stream);
    listen(stream, exchange);
    if (wire.body !== null) stream.end(wire.body);
  }

  /** Ends all requests, and the connection. */
  destroy(reason: Error): void {
    this.#session.destroy(reason);
  }

  #request(wire: WireRequest): ClientHttp2Stream {
    return this.#session.request(http2Headers(wire), { endStream: wire.body === null });
  }

  /** Keeps the process alive until the stream has ended, and the connection a while longer. */
  #occupy(stream: ClientHttp2Stream): void {
    if (this.#streams++ === 0) this.#session.ref();
    stream.once("close", () => {
      this.#idle.refresh();
      if (--this.#streams === 0 && this.isOpen) this.#session.unref();
    });
  }
}
