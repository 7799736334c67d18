import type { Socket } from "node:net";

import type { buildConnector } from "undici";

import type { ConnectionSteps } from "./connection-steps.ts";
import { mendHeads } from "./mend-heads.ts";
import { Opening, type OpeningRules, type Secure } from "./opening.ts";

type ConnectOptions = buildConnector.Options;

/**
 * Opens connections for undici, and knows of them what undici does not tell its handlers.
 *
 * Only the address differs where one is given for a host: the Host header and the name asked for in
 * TLS stay those of the URL.
 */
export class Connector {
  /** The connection that undici takes over just now, to send the first request on it, or that failed. */
  opening: ConnectionSteps | undefined;
  /** The connection that was begun last. */
  begun: ConnectionSteps | undefined;
  /** The failure of a connection while undici is told of it, which it takes for a regular end. */
  failing: Error | undefined;
  readonly #rules: OpeningRules;
  readonly #openings = new Set<Opening>();

  constructor(rules: OpeningRules) {
    this.#rules = rules;
  }

  /** Connects as undici wants it, with TLS by `secure`. */
  connectBy(secure: Secure): buildConnector.connector {
    return (options, callback) => {
      const opening = this.open(options, secure);
      opening.socket.then(
        (socket) => this.handOver(socket, opening.steps, callback),
        (error: Error) => this.#fail(error, opening.steps, callback),
      );
    };
  }

  /** Begins to open a connection. */
  open(options: ConnectOptions, secure: Secure): Opening {
    const opening = new Opening(options, this.#rules, secure);
    this.begun = opening.steps;
    this.#openings.add(opening);
    const done = (): void => void this.#openings.delete(opening);
    opening.socket.then(done, done);
    return opening;
  }

  /** Ends all attempts to connect, of which undici does not know as yet. */
  destroy(reason: Error): void {
    for (const opening of this.#openings) opening.destroy(reason);
  }

  /** Gives a connection to undici, which sends the first request on it at once. */
  handOver(socket: Socket, steps: ConnectionSteps, callback: buildConnector.Callback): void {
    socket.on("error", (error) => {
      this.failing = error;
    });
    mendHeads(socket);
    this.opening = steps;
    callback(null, socket);
    this.opening = undefined;
    socket.on("error", () => {
      this.failing = undefined;
    });
  }

  #fail(error: Error, steps: ConnectionSteps, callback: buildConnector.Callback): void {
    this.opening = steps;
    callback(error, null);
    this.opening = undefined;
  }
}
