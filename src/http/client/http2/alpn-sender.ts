import type { Socket } from "node:net";

import type { buildConnector } from "undici";

import type { ConnectionSteps } from "../connection-steps.ts";
import type { Connector } from "../connector.ts";
import type { Exchange } from "../exchange.ts";
import type { Secure } from "../secured.ts";
import type { Sender } from "../sender.ts";
import type { WireRequest } from "../wire-request.ts";
import { Http2Connection } from "./http2-connection.ts";

type Connect = buildConnector.connector;

/** What an {@link AlpnSender} sends by. */
export interface AlpnParts {
  readonly connector: Connector;
  /** Makes TLS that offers HTTP/1.1 only. */
  readonly secureHttp1: Secure;
  /** Makes TLS that offers both protocols. */
  readonly secure: Secure;
  /** Makes what sends by HTTP/1.1, on connections that are opened as it is told. */
  readonly http1: (connect: Connect) => Sender;
}

/** Requests that wait until a connection to their origin tells what it speaks. */
interface Asking {
  readonly steps: ConnectionSteps;
  readonly waiting: { readonly wire: WireRequest; readonly exchange: Exchange }[];
}

/** A connection that has told. */
interface Told {
  readonly socket: Socket;
  readonly steps: ConnectionSteps;
}

/** How many origins are known to speak HTTP/1.1. */
const MOST_KNOWN = 10_000;

/**
 * Sends to each origin by the protocol that its server chooses in TLS (ALPN).
 *
 * The first connection to an origin tells, and serves the requests that waited for it. All requests to
 * an origin that speaks HTTP/2 share one connection; others have a pool of them, as ever.
 */
export class AlpnSender implements Sender {
  readonly #connector: Connector;
  readonly #secure: Secure;
  readonly #http1: Sender;
  readonly #oldOnes = new Set<string>();
  readonly #connections = new Map<string, Http2Connection>();
  /** Those too that take no more requests, but have some under way. */
  readonly #unclosed = new Set<Http2Connection>();
  readonly #asking = new Map<string, Asking>();
  /** Connections of HTTP/1.1 that told, until a request is sent on them. */
  readonly #told = new Map<string, Told>();

  constructor({ connector, secureHttp1, secure, http1 }: AlpnParts) {
    this.#connector = connector;
    this.#secure = secure;
    this.#http1 = http1(this.#reuseTold(connector.connectBy(secureHttp1)));
  }

  dispatch(wire: WireRequest, exchange: Exchange): void {
    const { origin } = wire;
    const connection = this.#connections.get(origin);
    if (connection?.isOpen) connection.send(wire, exchange);
    else if (!origin.startsWith("https:") || this.#oldOnes.has(origin)) {
      this.#http1.dispatch(wire, exchange);
    } else {
      const asking = this.#asking.get(origin) ?? this.#ask(origin);
      asking.waiting.push({ wire, exchange });
      this.#connector.begun = asking.steps;
    }
  }

  destroy(reason: Error): Promise<void> {
    for (const connection of this.#unclosed) connection.destroy(reason);
    return this.#http1.destroy(reason);
  }

  #ask(origin: string): Asking {
    const { host, hostname, protocol, port } = new URL(origin);
    const options = { host, hostname: hostname.replace(/^\[|\]$/g, ""), protocol, port };
    const { socket, steps } = this.#connector.open(options, this.#secure);
    const asking: Asking = { steps, waiting: [] };
    this.#asking.set(origin, asking);
    socket.then(
      (socket) => this.#serve(origin, asking, socket),
      (error: Error) => {
        this.#asking.delete(origin);
        for (const { exchange } of asking.waiting) exchange.failed(error);
      },
    );
    return asking;
  }

  #serve(origin: string, asking: Asking, socket: Socket): void {
    this.#asking.delete(origin);
    if (isHttp2(socket)) this.#serveHttp2(origin, asking, socket);
    else this.#serveHttp1(origin, asking, socket);
  }

  #serveHttp2(origin: string, { steps, waiting }: Asking, socket: Socket): void {
    const connection = new Http2Connection(origin, socket, () => {
      this.#unclosed.delete(connection);
      if (this.#connections.get(origin) === connection) this.#connections.delete(origin);
    });
    this.#connections.set(origin, connection);
    this.#unclosed.add(connection);
    this.#connector.opening = steps;
    for (const { wire, exchange } of waiting) connection.send(wire, exchange);
    this.#connector.opening = undefined;
  }

  #serveHttp1(origin: string, { steps, waiting }: Asking, socket: Socket): void {
    if (this.#oldOnes.size >= MOST_KNOWN) this.#oldOnes.clear();
    this.#oldOnes.add(origin);
    this.#told.set(origin, { socket, steps });
    for (const { wire, exchange } of waiting) this.#http1.dispatch(wire, exchange);
    // Where others were open, nobody took this one.
    if (this.#told.delete(origin)) socket.destroy();
  }

  /** Takes the connection that told, where there is one, and else opens another. */
  #reuseTold(open: Connect): Connect {
    return (options, callback) => {
      const origin = `${options.protocol}//${options.host ?? ""}`;
      const told = this.#told.get(origin);
      if (!told || options.servername) return open(options, callback);
      this.#told.delete(origin);
      // Undici does not expect to be called back at once.
      queueMicrotask(() => this.#connector.handOver(told.socket, told.steps, callback));
    };
  }
}

/** Whether the peers agreed in TLS to speak HTTP/2. */
function isHttp2(socket: Socket): boolean {
  return "alpnProtocol" in socket && socket.alpnProtocol === "h2";
}
