import { connect as connectTcp, isIP, type Socket } from "node:net";

import type { buildConnector } from "undici";

import { systemClock } from "../../service/clock.ts";
import { ConnectionRace } from "./connection-race.ts";
import type { ConnectionSteps } from "./connection-steps.ts";
import type { DnsCache } from "./dns/dns-cache.ts";
import { portOf } from "./port-of.ts";
import type { ResolveHost } from "./resolve-hosts.ts";
import type { SsrfGuard } from "./ssrf/ssrf-guard.ts";

/** What connections are opened by. */
export interface OpeningRules {
  readonly resolveHost: ResolveHost;
  readonly dns: DnsCache;
  /** Asked of every host, and every address before it is connected to. */
  readonly guard: SsrfGuard | undefined;
  /** How long one may take to open. */
  readonly timeoutMs: number;
}

/** Makes TLS on top of a socket. */
export type Secure = buildConnector.connector;

/** A connection on its way: its host looked up, an address connected to, TLS made where it is asked for. */
export class Opening {
  readonly steps: ConnectionSteps = {};
  /** The connection, once it is ready. */
  readonly socket: Promise<Socket>;
  readonly #rules: OpeningRules;
  readonly #options: buildConnector.Options;
  #reason: Error | undefined;
  #stage: { destroy(reason: Error): unknown } | undefined;
  #giveUp: (reason: Error) => void = () => {};

  constructor(options: buildConnector.Options, rules: OpeningRules, secure: Secure) {
    this.#options = options;
    this.#rules = rules;
    const { timeoutMs } = rules;
    const timer = systemClock.timer(() => this.destroy(timedOut(options, timeoutMs)), timeoutMs);
    this.socket = new Promise<Socket>((resolve, reject) => {
      this.#giveUp = reject;
      this.#open(secure).then(resolve, reject);
    });
    const done = (): void => timer[Symbol.dispose]();
    this.socket.then(done, done);
  }

  /** Gives up. */
  destroy(reason: Error): void {
    this.#reason = reason;
    this.#giveUp(reason);
    this.#stage?.destroy(reason);
  }

  async #open(secure: Secure): Promise<Socket> {
    const { steps } = this;
    const port = portOf(this.#options);
    this.#rules.guard?.requireHost(this.#options.hostname, Number(port));
    const addresses = await this.#addresses(port);
    if (this.#reason) throw this.#reason;
    steps.resolvedAt = systemClock.now();
    const socket = await this.#connect(addresses, port);
    steps.connectedAt = systemClock.now();
    const made = this.#options.protocol === "https:" ? await this.#secured(socket, secure) : socket;
    steps.securedAt = made === socket ? steps.connectedAt : systemClock.now();
    return made;
  }

  async #addresses(port: string): Promise<readonly string[]> {
    const { hostname } = this.#options;
    const address = this.#rules.resolveHost(hostname, port);
    if (address !== undefined) return [address];
    return isIP(hostname) > 0 ? [hostname] : this.#rules.dns.addressesOf(hostname);
  }

  #connect(addresses: readonly string[], port: string): Promise<Socket> {
    this.#rules.guard?.requireAddresses(addresses, this.#options.hostname, Number(port));
    const open = (host: string): Socket =>
      connectTcp({ ...socketOptions, host, port: Number(port) });
    const race = new ConnectionRace(addresses, { open, clock: systemClock });
    this.#stage = race;
    // Whoever has moved is found by asking anew.
    race.winner.catch(() => this.#rules.dns.drop(this.#options.hostname, addresses));
    return race.winner;
  }

  #secured(socket: Socket, secure: Secure): Promise<Socket> {
    return new Promise((resolve, reject) => {
      this.#stage = socket; // without it there is no TLS
      secure({ ...this.#options, httpSocket: socket }, (...[error, socket]) => {
        if (error) reject(error);
        else resolve(socket);
      });
    });
  }
}

const socketOptions = {
  autoSelectFamily: false,
  highWaterMark: 64 * 1024,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  noDelay: true,
};

function timedOut({ hostname }: buildConnector.Options, timeoutMs: number): Error {
  const message = `Connecting to ${hostname} took longer than ${timeoutMs} ms`;
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}
