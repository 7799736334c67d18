import { connect as connectTcp, isIP, isIPv4, type Socket } from "node:net";

import type { buildConnector } from "undici";

import { systemClock } from "../../service/clock.ts";
import { ConnectionRace } from "./connection-race.ts";
import type { ConnectionSteps } from "./connection-steps.ts";
import type { DnsCache } from "./dns/dns-cache.ts";
import { portOf } from "./port-of.ts";
import { authorityOf, passProxy, type ProxyRules } from "./proxy/pass-proxy.ts";
import type { ResolveHost } from "./resolve-hosts.ts";
import { type Secure, secured } from "./secured.ts";
import type { SsrfGuard } from "./ssrf/ssrf-guard.ts";

/** What connections are opened by. */
export interface OpeningRules {
  readonly resolveHost: ResolveHost;
  readonly dns: DnsCache;
  /** Asked of every host, and every address before it is connected to. */
  readonly guard: SsrfGuard | undefined;
  /** How long one may take to open. */
  readonly timeoutMs: number;
  /** What they lead through; undefined where they are direct. */
  readonly proxy?: ProxyRules | undefined;
}

/** Who is connected to. */
type Peer = Pick<buildConnector.Options, "hostname" | "port" | "protocol">;

/**
 * A connection on its way: its host looked up, an address connected to, TLS made where it is asked for.
 *
 * Behind a proxy it is the proxy that is looked up and connected to, and it makes a tunnel where TLS is
 * asked for. With a guard it always does, to an address that was judged here: what the proxy looks up by
 * itself could be anything.
 */
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
    const isSecure = this.#options.protocol === "https:";
    const socket = await this.#reach();
    steps.connectedAt = systemClock.now();
    const made = isSecure ? await secured(socket, this.#options, secure) : socket;
    steps.securedAt = isSecure ? systemClock.now() : steps.connectedAt;
    return made;
  }

  async #reach(): Promise<Socket> {
    const { guard, proxy } = this.#rules;
    const target = proxy && (await this.#target());
    const peer: Peer = proxy?.proxy ?? this.#options;
    const addresses = await this.#addresses(peer, proxy ? proxy.guard : guard);
    if (this.#reason) throw this.#reason;
    this.steps.resolvedAt = systemClock.now();
    const direct = await this.#connect(addresses, peer);
    this.#stage = direct; // all that is made on top of it ends with it
    return proxy ? passProxy(direct, proxy, target) : direct;
  }

  /** Whom the proxy is to make a tunnel to; undefined where it is handed the requests. */
  async #target(): Promise<string | undefined> {
    const { guard } = this.#rules;
    const { hostname, protocol } = this.#options;
    const port = portOf(this.#options);
    if (!guard) return protocol === "https:" ? authorityOf(hostname, port) : undefined;
    const addresses = await this.#addresses(this.#options, guard);
    return authorityOf(addresses.find(isIPv4) ?? addresses[0] ?? hostname, port);
  }

  /** The addresses of a peer, all of which the guard lets through. */
  async #addresses(peer: Peer, guard: SsrfGuard | undefined): Promise<readonly string[]> {
    const { hostname } = peer;
    const port = portOf(peer);
    guard?.requireHost(hostname, Number(port));
    const addresses = await this.#lookUp(hostname, port);
    guard?.requireAddresses(addresses, hostname, Number(port));
    return addresses;
  }

  async #lookUp(hostname: string, port: string): Promise<readonly string[]> {
    const address = this.#rules.resolveHost(hostname, port);
    if (address !== undefined) return [address];
    return isIP(hostname) > 0 ? [hostname] : this.#rules.dns.addressesOf(hostname);
  }

  #connect(addresses: readonly string[], peer: Peer): Promise<Socket> {
    const port = Number(portOf(peer));
    const open = (host: string): Socket => connectTcp({ ...socketOptions, host, port });
    const race = new ConnectionRace(addresses, { open, clock: systemClock });
    this.#stage = race;
    // Whoever has moved is found by asking anew.
    race.winner.catch(() => this.#rules.dns.drop(peer.hostname, addresses));
    return race.winner;
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
