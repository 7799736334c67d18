import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

/** How often it looks whether anything came. */
const LOOK_MS = 200;
/** How many streams Node begins before the server says how many it takes. */
const MOST_STREAMS = 100;

/** What there is of a session. */
export interface Watched {
  readonly socket: Socket;
  /** Those that somebody waits for. */
  readonly streams: ReadonlySet<ClientHttp2Stream>;
}

/**
 * Finds out that a session is over of which Node does not tell.
 *
 * Where the server violates HTTP/2, Node says goodbye to it, and from then on neither reads nor writes
 * nor tells anybody. So a server that is silent while requests wait is sent a PING, after 200 ms and then
 * ever more seldom. One that Node does not even send means that the session is over, unless it may wait
 * behind a body, or a request that the server has no room for as yet.
 */
export class SessionWatch implements Disposable {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #violated: (violation: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #streams: ReadonlySet<ClientHttp2Stream>;
  #read = 0;
  #silentLooks = 0;
  #unanswered = 0;

  constructor(
    session: ClientHttp2Session,
    { socket, streams }: Watched,
    violated: (violation: Error) => void,
  ) {
    this.#session = session;
    this.#socket = socket;
    this.#streams = streams;
    this.#violated = violated;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Whether the server was sent a PING and has not answered as yet. */
  get isUnanswered(): boolean {
    return this.#unanswered > 0;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { bytesRead } = this.#socket;
    const isSilent = this.#streams.size > 0 && bytesRead === this.#read;
    this.#read = bytesRead;
    this.#silentLooks = isSilent ? this.#silentLooks + 1 : 0;
    if (!isSilent || this.#session.destroyed) return;
    if (this.#unanswered > 0 && this.#isStuck()) this.#violated(violation());
    else if (isPowerOfTwo(this.#silentLooks)) this.#ping();
  }

  #ping(): void {
    const isSent = this.#session.ping((error) => {
      if (error) return;
      this.#unanswered = 0;
      this.#read = this.#socket.bytesRead; // an answer is no news
    });
    if (isSent) this.#unanswered++;
  }

  /** Whether something waits to be sent that need not. */
  #isStuck(): boolean {
    const { state, remoteSettings } = this.#session;
    const room = Math.min(MOST_STREAMS, remoteSettings.maxConcurrentStreams ?? MOST_STREAMS);
    const hasRoom = this.#streams.size <= room;
    const isSending = [...this.#streams].some((stream) => !stream.writableFinished);
    return hasRoom && !isSending && (state.outboundQueueSize ?? 0) > 0;
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function violation(): Error {
  const error = new Error("The server violated HTTP/2, and the session is over");
  return Object.assign(error, { code: "ERR_HTTP2_ERROR" });
}
