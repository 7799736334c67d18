import { type Clock, systemClock } from "../../../service/clock.ts";
import {
  requireDuration,
  requireFunction,
  requireOptions,
  requireWhole,
} from "../../../service/options.ts";
import { codeOf } from "../network-error.ts";
import { checkedLookup, type Lookup, systemLookup } from "./lookup.ts";

/** How the names of hosts become addresses. */
export interface DnsOptions {
  /** How long addresses are kept, in milliseconds. @defaultValue 60 s */
  readonly ttlMs?: number;
  /** How long it is kept that a name does not exist. @defaultValue 10 s */
  readonly negativeTtlMs?: number;
  /** Names that are kept; the one not used for longest goes first. @defaultValue 10,000 */
  readonly maxHosts?: number;
  /** Finds the addresses of a host. @defaultValue the resolver of the system */
  readonly lookup?: Lookup;
}

interface Entry {
  readonly answer: Promise<readonly string[]>;
  addresses: readonly string[] | undefined;
  /** When it is forgotten, as the clock reads. */
  until: number;
}

/**
 * Keeps the addresses of hosts, all of them in the order in which they were found.
 *
 * However many ask for a name at once, it is looked up once. The resolver of the system does not tell
 * how long an answer holds, so that all are kept for the same `ttlMs`, from when they came.
 * That a name does not exist is kept for `negativeTtlMs`; any other failure is not kept, as the next
 * attempt may succeed.
 * Addresses to none of which a connection can be made are dropped before their time.
 */
export class DnsCache {
  readonly #lookup: Lookup;
  readonly #ttlMs: number;
  readonly #negativeTtlMs: number;
  readonly #maxHosts: number;
  readonly #clock: Clock;
  /** The one not used for longest comes first. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: DnsOptions = {}, clock: Clock = systemClock) {
    requireOptions("dns", options, {
      ttlMs: true,
      negativeTtlMs: true,
      maxHosts: true,
      lookup: true,
    });
    const { ttlMs = 60_000, negativeTtlMs = 10_000 } = options;
    const { maxHosts = 10_000, lookup = systemLookup } = options;
    requireDuration("dns.ttlMs", ttlMs);
    requireDuration("dns.negativeTtlMs", negativeTtlMs);
    requireWhole("dns.maxHosts", maxHosts, 1);
    requireFunction("dns.lookup", lookup);
    this.#lookup = lookup;
    this.#ttlMs = ttlMs;
    this.#negativeTtlMs = negativeTtlMs;
    this.#maxHosts = maxHosts;
    this.#clock = clock;
  }

  /** The addresses of a host; rejects where it has none, or nobody can say. */
  addressesOf(host: string): Promise<readonly string[]> {
    const known = this.#entries.get(host);
    this.#entries.delete(host);
    const isFresh = known !== undefined && this.#clock.now() < known.until;
    const entry = isFresh ? known : this.#ask(host);
    this.#entries.set(host, entry);
    if (this.#entries.size > this.#maxHosts) this.#forgetOldest();
    return entry.answer;
  }

  /** Drops the addresses of a host, unless it has others by now. */
  drop(host: string, addresses: readonly string[]): void {
    if (this.#entries.get(host)?.addresses === addresses) this.#entries.delete(host);
  }

  #ask(host: string): Entry {
    const answer = checkedLookup(this.#lookup, host).then(
      (addresses) => {
        entry.addresses = addresses;
        entry.until = this.#clock.now() + this.#ttlMs;
        return addresses;
      },
      (error: unknown) => {
        const isKept = NO_SUCH_NAME.test(codeOf(error) ?? "");
        entry.until = this.#clock.now() + (isKept ? this.#negativeTtlMs : 0);
        throw error;
      },
    );
    const entry: Entry = { answer, addresses: undefined, until: Infinity };
    return entry;
  }

  #forgetOldest(): void {
    for (const host of this.#entries.keys()) {
      this.#entries.delete(host);
      return;
    }
  }
}

const NO_SUCH_NAME = /^(?:ENOTFOUND|ENODATA|EAI_NODATA|EAI_NONAME)$/;
