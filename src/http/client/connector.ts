import { Socket } from "node:net";

import type { buildConnector } from "undici";

import { mendHeads } from "./mend-heads.ts";
import type { ResolveHost } from "./resolve-hosts.ts";

type Connect = buildConnector.connector;
type ConnectOptions = buildConnector.Options;

/**
 * Opens connections for undici, and knows of them what undici does not tell its handlers.
 *
 * Only the address differs where one is given for a host: the Host header and the name asked for in
 * TLS stay those of the URL.
 */
export class Connector {
  /** True while undici takes over a new connection, and sends the first request on it. */
  opening = false;
  /** The failure of a connection while undici is told of it, which it takes for a regular end. */
  failing: Error | undefined;
  readonly #open: Connect;
  readonly #resolveHost: ResolveHost;
  readonly #connecting = new Set<Socket>();

  constructor(open: Connect, resolveHost: ResolveHost) {
    this.#open = open;
    this.#resolveHost = resolveHost;
  }

  readonly connect: Connect = (options, callback) => {
    // The types of undici say nothing of the socket that it returns.
    const made: unknown = this.#open(this.#addressed(options), (...[error, socket]) => {
      if (made instanceof Socket) this.#connecting.delete(made);
      if (error) callback(error, null);
      else this.#handOver(socket, callback);
    });
    if (made instanceof Socket) this.#connecting.add(made);
  };

  /** Ends all attempts to connect, of which undici does not know as yet. */
  destroy(reason: Error): void {
    for (const socket of this.#connecting) socket.destroy(reason);
  }

  #addressed(options: ConnectOptions): ConnectOptions {
    const { hostname, protocol, port } = options;
    const address = this.#resolveHost(hostname, port || (protocol === "https:" ? "443" : "80"));
    return address === undefined ? options : { ...options, hostname: address };
  }

  #handOver(socket: Socket, callback: buildConnector.Callback): void {
    socket.on("error", (error) => {
      this.failing = error;
    });
    mendHeads(socket);
    this.opening = true;
    callback(null, socket);
    this.opening = false;
    socket.on("error", () => {
      this.failing = undefined;
    });
  }
}
