import type { Socket } from "node:net";

import type { buildConnector } from "undici";

import type { ConnectionSteps } from "./connection-steps.ts";
import { mendHeads } from "./mend-heads.ts";
import { Opening, type OpeningRules } from "./opening.ts";
import type { Secure } from "./secured.ts";

type ConnectOptions = buildConnector.Options;

/** Whoever sends a request on a connection. */
interface Starter {
  sendingOn(socket: Socket): void;
}

/** What a {@link Connector} goes by. */
export interface ConnectorRules extends OpeningRules {
  /** How many connections an origin may have at once; `Infinity` has each made for one request. */
  readonly connections: number;
}

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
  /** Whoever is about to send a request, until its first byte is written. */
  starting: Starter | undefined;
  readonly #rules: ConnectorRules;
  readonly #openings = new Set<Opening>();
  /** Those that may serve only the request that they were begun for. */
  readonly #own = new WeakMap<ConnectionSteps, Opening>();

  constructor(rules: ConnectorRules) {
    this.#rules = rules;
  }

  /** Connects as undici wants it, with TLS by `secure`. */
  connectBy(secure: Secure): buildConnector.connector {
    return (options, callback) => {
      const opening = this.open(options, secure);
      if (this.#rules.connections === Infinity) this.#own.set(opening.steps, opening);
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

  /** Ends an attempt to connect for whose request nobody waits any more, unless another may want it. */
  abandon(steps: ConnectionSteps): void {
    this.#own.get(steps)?.destroy(new Error("The request that it was for has ended"));
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
    this.#tellStarters(socket, mendHeads(socket));
    this.opening = steps;
    callback(null, socket);
    this.opening = undefined;
    socket.on("error", () => {
      this.failing = undefined;
    });
  }

  /** Undici writes in the same turn in which it tells that a request starts. */
  #tellStarters(socket: Socket, expectHead: () => void): void {
    const write = socket.write.bind(socket);
    socket.write = (...parameters: unknown[]): boolean => {
      expectHead();
      this.starting?.sendingOn(socket);
      this.starting = undefined;
      return Boolean(Reflect.apply(write, undefined, parameters));
    };
  }

  #fail(error: Error, steps: ConnectionSteps, callback: buildConnector.Callback): void {
    this.opening = steps;
    callback(error, null);
    this.opening = undefined;
  }
}
