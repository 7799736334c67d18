import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import type { Socket } from "node:net";

import { HttpError } from "../../errors.ts";
import type { Exchange } from "../exchange.ts";
import type { WireRequest } from "../wire-request.ts";
import { http2Headers, MAX_SENT_HEAD_BYTES } from "./http2-headers.ts";
import { receive } from "./receive.ts";
import { SessionWatch } from "./session-watch.ts";

/** How long a connection without requests is kept open. It does not keep the process alive. */
const IDLE_MS = 60_000;
/** As over HTTP/1.1, but Node takes no head of more than 9 frames. */
const MAX_HEAD_BYTES = 256 * 1024;
const MOST_HEADERS = 2000;
/** What may come before we have to say that we have read it; more than what Node allows, for speed. */
const STREAM_WINDOW = 256 * 1024;
const SESSION_WINDOW = 1024 * 1024;

/**
 * A connection of HTTP/2: any number of requests at once.
 *
 * Where the time of a request runs out and the server has not said a thing meanwhile, it takes no more
 * of them, and closes when those under way have ended. A server that violates HTTP/2 ends them all.
 */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #watch: SessionWatch;
  readonly #idle: NodeJS.Timeout;
  /** Those that somebody waits for. */
  readonly #streams = new Set<ClientHttp2Stream>();

  constructor(origin: string, socket: Socket, onClose: () => void) {
    const session = connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: MOST_HEADERS,
      maxSendHeaderBlockLength: MAX_SENT_HEAD_BYTES,
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
    this.#socket = socket;
    this.#watch = new SessionWatch(session, { socket, streams: this.#streams }, (violation) =>
      this.destroy(violation),
    );
    this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref();
    session.once("close", () => {
      clearTimeout(this.#idle);
      this.#watch[Symbol.dispose]();
      onClose();
    });
  }

  /** Whether it takes requests: not once it ended, or is about to. */
  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  send(wire: WireRequest, exchange: Exchange): void {
    if (exchange.ended) return;
    try {
      const headers = http2Headers(wire);
      const stream = this.#session.request(headers, { endStream: wire.body === null });
      this.#occupy(stream);
      const readBefore = this.#socket.bytesRead;
      receive(stream, exchange, (reason) => {
        if (isLate(reason) && this.#isSilentSince(readBefore)) this.#session.close();
        this.#over(stream);
      });
      if (wire.body !== null) stream.end(wire.body);
    } catch (error) {
      exchange.failed(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Ends all requests, and the connection. */
  destroy(reason?: Error): void {
    this.#session.destroy(reason);
    // The peer need not close its end, for which Node would wait.
    setImmediate(() => this.#socket.destroy());
  }

  /** Keeps the process alive until the stream is over, and the connection a while longer. */
  #occupy(stream: ClientHttp2Stream): void {
    if (this.#streams.size === 0) this.#session.ref();
    this.#streams.add(stream);
    stream.once("close", () => this.#over(stream));
  }

  #over(stream: ClientHttp2Stream): void {
    if (!this.#streams.delete(stream)) return;
    this.#idle.refresh();
    if (this.#streams.size > 0) return;
    if (this.isOpen) this.#session.unref();
    else this.destroy();
  }

  #isSilentSince(bytesRead: number): boolean {
    return this.#watch.isUnanswered || this.#socket.bytesRead === bytesRead;
  }

  #rest(): void {
    if (this.#streams.size === 0) this.destroy();
    else this.#idle.refresh();
  }
}

function isLate(reason: Error): boolean {
  return reason instanceof HttpError && reason.code === "timeout";
}
