import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import type { Socket } from "node:net";

import type { Exchange } from "../exchange.ts";
import type { WireRequest } from "../wire-request.ts";
import { http2Headers } from "./http2-headers.ts";
import { receive } from "./receive.ts";

/** How long a connection without requests is kept open. It does not keep the process alive. */
const IDLE_MS = 60_000;
/** As over HTTP/1.1. */
const MAX_HEAD_BYTES = 256 * 1024;
const MOST_HEADERS = 2000;
/** What may come before we have to say that we have read it; more than what Node allows, for speed. */
const STREAM_WINDOW = 256 * 1024;
const SESSION_WINDOW = 1024 * 1024;

/** A connection of HTTP/2: any number of requests at once. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #idle: NodeJS.Timeout;
  #streams = 0;

  constructor(origin: string, socket: Socket, onClose: () => void) {
    const session = connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: MOST_HEADERS,
      settings: {
        enablePush: false,
        initialWindowSize: STREAM_WINDOW,
        maxHeaderListSize: MAX_HEAD_BYTES,
      },
    });
    session.once("connect", () => {
      if (!session.destroyed) session.setLocalWindowSize(SESSION_WINDOW);
    });
    session.on("error", () => {}); // each stream is told
    session.unref();
    this.#session = session;
    this.#idle = setTimeout(() => session.close(), IDLE_MS).unref();
    session.once("close", () => {
      clearTimeout(this.#idle);
      onClose();
    });
  }

  /** Whether it takes requests: not once it ended, or the server said that it is about to. */
  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  send(wire: WireRequest, exchange: Exchange): void {
    if (exchange.ended) return;
    try {
      const stream = this.#session.request(http2Headers(wire), { endStream: wire.body === null });
      this.#occupy(stream);
      receive(stream, exchange);
      if (wire.body !== null) stream.end(wire.body);
    } catch (error) {
      exchange.failed(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Ends all requests, and the connection. */
  destroy(reason: Error): void {
    this.#session.destroy(reason);
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
