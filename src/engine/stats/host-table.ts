/** How a host has answered. */
export interface HostStats {
  readonly host: string;
  /** Exchanges that came to an end. */
  readonly requests: number;
  /** Those of them that got no response, or one from 500 up. */
  readonly failures: number;
  /** Bytes of the bodies that it sent, content coding undone. */
  readonly bytes: number;
  /** Mean time to the last byte, in milliseconds. */
  readonly meanMs: number;
  /** The longest of them. */
  readonly maxMs: number;
}

/** What hosts have in common that are not told one by one. */
export interface OtherHosts {
  readonly hosts: number;
  readonly requests: number;
}

/** An exchange with a host that came to an end. */
export interface Exchange {
  readonly failed: boolean;
  readonly bytes: number;
  readonly tookMs: number;
}

/** How many hosts are known one by one, at least. */
const KEPT = 10_000;

/**
 * Counts what hosts did, in bounded memory: of twice as many hosts as are kept, the busiest stay, and of
 * those that are as busy the latest. The others become one number.
 *
 * A host that comes back after that is counted as another one.
 */
export class HostTable {
  readonly #kept: number;
  #figures = new Map<string, Figures>();
  #others: OtherHosts = { hosts: 0, requests: 0 };

  constructor(kept: number = KEPT) {
    this.#kept = kept;
  }

  /** Hosts that were counted. */
  get size(): number {
    return this.#figures.size + this.#others.hosts;
  }

  get others(): OtherHosts {
    return this.#others;
  }

  count(host: string, exchange: Exchange): void {
    let figures = this.#figures.get(host);
    if (!figures) {
      if (this.#figures.size >= 2 * this.#kept) this.#shrink();
      figures = new Figures();
      this.#figures.set(host, figures);
    }
    figures.add(exchange);
  }

  /** Those known one by one. */
  stats(): readonly HostStats[] {
    return [...this.#figures].map(([host, figures]) => figures.stats(host));
  }

  #shrink(): void {
    const latest = [...this.#figures].toReversed();
    const busiest = latest.toSorted(([, a], [, b]) => b.requests - a.requests);
    const left = busiest.splice(this.#kept);
    this.#figures = new Map(busiest.toReversed());
    this.#others = {
      hosts: this.#others.hosts + left.length,
      requests: left.reduce((sum, [, { requests }]) => sum + requests, this.#others.requests),
    };
  }
}

class Figures {
  requests = 0;
  #failures = 0;
  #bytes = 0;
  #totalMs = 0;
  #maxMs = 0;

  add({ bytes, failed, tookMs }: Exchange): void {
    this.requests++;
    if (failed) this.#failures++;
    this.#bytes += bytes;
    this.#totalMs += tookMs;
    this.#maxMs = Math.max(this.#maxMs, tookMs);
  }

  stats(host: string): HostStats {
    return {
      host,
      requests: this.requests,
      failures: this.#failures,
      bytes: this.#bytes,
      meanMs: this.#totalMs / this.requests,
      maxMs: this.#maxMs,
    };
  }
}
