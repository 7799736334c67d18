import { isIPv6, type Socket } from "node:net";

import { type Clock } from "../../service/clock.ts";

/** How a {@link ConnectionRace} is run. */
export interface RaceRules {
  /** Begins to connect to an IP address. No other place knows better whom a socket will talk to. */
  readonly open: (address: string) => Socket;
  readonly clock: Clock;
}

/** How long an address has before the next is tried beside it (RFC 8305, section 5). */
const HEAD_START_MS = 250;

/**
 * Connects to the first of several addresses that answers, as RFC 8305 has it ("happy eyeballs").
 *
 * They are tried in their order, but the families IPv4 and IPv6 in turns, so that one that is dead
 * costs a quarter of a second. The next is tried as soon as one fails, or after 250 ms; those that
 * were begun go on, so that a slow network is no dead one. Of those that lose nothing stays open.
 */
export class ConnectionRace {
  /** The socket that won; rejects with the failure of the address, or of all of them. */
  readonly winner: Promise<Socket>;
  readonly #rules: RaceRules;
  readonly #waiting: string[];
  readonly #running = new Set<Socket>();
  readonly #failures: Error[] = [];
  #timer: Disposable | undefined;
  #win: (socket: Socket) => void = () => {};
  #fail: (reason: Error) => void = () => {};

  constructor(addresses: readonly string[], rules: RaceRules) {
    this.#rules = rules;
    this.#waiting = familiesInTurns(addresses);
    this.winner = new Promise((resolve, reject) => {
      this.#win = resolve;
      this.#fail = reject;
    });
    this.#startNext();
  }

  /** Gives up. */
  destroy(reason: Error): void {
    this.#end();
    this.#fail(reason);
  }

  #startNext(): void {
    this.#timer?.[Symbol.dispose]();
    const address = this.#waiting.shift();
    if (address === undefined) return;
    const socket = this.#rules.open(address);
    this.#running.add(socket);
    socket.once("connect", () => this.#finish(socket));
    socket.once("error", (error) => this.#lose(socket, error));
    if (this.#waiting.length === 0) return;
    this.#timer = this.#rules.clock.timer(() => this.#startNext(), HEAD_START_MS);
  }

  #finish(socket: Socket): void {
    this.#running.delete(socket);
    socket.removeAllListeners("error");
    this.#end();
    this.#win(socket);
  }

  #lose(socket: Socket, error: Error): void {
    this.#running.delete(socket);
    this.#failures.push(error);
    if (this.#waiting.length > 0) this.#startNext();
    else if (this.#running.size === 0) {
      this.#fail(this.#failures.length === 1 ? error : new AggregateError(this.#failures));
    }
  }

  #end(): void {
    this.#timer?.[Symbol.dispose]();
    this.#waiting.length = 0;
    for (const socket of this.#running) {
      socket.removeAllListeners().on("error", () => {});
      socket.destroy();
    }
    this.#running.clear();
  }
}

/** Addresses with their families in turns, that of the first in front (RFC 8305, section 4). */
function familiesInTurns(addresses: readonly string[]): string[] {
  const isFirst = (address: string): boolean => isIPv6(address) === isIPv6(addresses[0] ?? "");
  const firsts = addresses.filter(isFirst);
  const others = addresses.filter((address) => !isFirst(address));
  const rounds = Math.max(firsts.length, others.length);
  return Array.from({ length: rounds }, (_, n) => [firsts[n] ?? [], others[n] ?? []]).flat(2);
}
