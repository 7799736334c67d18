import { type Clock, systemClock } from "../../../service/clock.ts";
import {
  requireDuration,
  requireFunction,
  requireOptions,
  requireWhole,
} from "../../../service/options.ts";
import { codeOf } from "../network-error.ts";
import { DnsEntry } from "./dns-entry.ts";
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

/** How time passes for a {@link DnsCache}. */
export interface DnsTimes {
  /** @defaultValue that of the system */
  readonly clock?: Clock;
  /** How long others wait for a lookup under way, in milliseconds. @defaultValue 10 s */
  readonly lookupMs?: number;
}

/** What a resolver takes at most, which tries twice for 5 s. */
const LOOKUP_MS = 10_000;

/**
 * Keeps the addresses of hosts, all of them in the order in which they were found.
 *
 * However many ask for a name at once, it is looked up once; where no answer comes for `lookupMs`,
 * the next who asks has it looked up again, and the first answer is that of all. The resolver of the system does not tell
 * how long an answer holds, so that all are kept for the same `ttlMs`, from when they came.
 * That a name does not exist is kept for `negativeTtlMs`; any other failure is not kept, as the next
 * attempt may succeed.
 * Addresses to none of which a connection can be made are dropped before their time.
 * Once it was closed, nobody waits for an answer any more.
 */
export class DnsCache {
  readonly #lookup: Lookup;
  readonly #ttlMs: number;
  readonly #negativeTtlMs: number;
  readonly #maxHosts: number;
  readonly #lookupMs: number;
  readonly #clock: Clock;
  /** The one not used for longest comes first. */
  readonly #entries = new Map<string, DnsEntry>();

  constructor(
    options: DnsOptions = {},
    { clock = systemClock, lookupMs = LOOKUP_MS }: DnsTimes = {},
  ) {
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
    this.#lookupMs = lookupMs;
    this.#clock = clock;
  }

  /** The addresses of a host; rejects where it has none, or nobody can say. */
  addressesOf(host: string): Promise<readonly string[]> {
    const now = this.#clock.now();
    const known = this.#entries.get(host);
    const entry = known?.isPending || (known && now < known.until) ? known : new DnsEntry();
    this.#entries.delete(host);
    this.#entries.set(host, entry);
    if (entry.isPending && now >= entry.until) this.#ask(host, entry);
    if (this.#entries.size > this.#maxHosts) this.#forgetOldest();
    return entry.answer;
  }

  /** Drops the addresses of a host, unless it has others by now. */
  drop(host: string, addresses: readonly string[]): void {
    if (this.#entries.get(host)?.addresses === addresses) this.#entries.delete(host);
  }

  /** Ends all waits for an answer. */
  close(reason: Error): void {
    for (const entry of this.#entries.values()) entry.fail(reason, 0);
  }

  #ask(host: string, entry: DnsEntry): void {
    entry.until = this.#clock.now() + this.#lookupMs;
    checkedLookup(this.#lookup, host).then(
      (addresses) => entry.give(addresses, this.#clock.now() + this.#ttlMs),
      (error: unknown) => {
        const isKept = NO_SUCH_NAME.test(codeOf(error) ?? "");
        entry.fail(error, this.#clock.now() + (isKept ? this.#negativeTtlMs : 0));
      },
    );
  }

  #forgetOldest(): void {
    for (const host of this.#entries.keys()) {
      this.#entries.delete(host);
      return;
    }
  }
}

const NO_SUCH_NAME = /^(?:ENOTFOUND|ENODATA|EAI_NODATA|EAI_NONAME)$/;
