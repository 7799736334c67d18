import { requireBoolean } from "../../../service/options.ts";
import { BlockedAddressError } from "../../errors.ts";
import { parseAddress } from "./ip-address.ts";
import { type IpNetwork, isWithin } from "./ip-network.ts";
import { carriedIpv4, specialUse } from "./special-use.ts";
import {
  type SsrfGuardOptions,
  type SsrfGuardSettings,
  ssrfGuardSettings,
} from "./ssrf-guard-options.ts";

/** The guard that the option `ssrfGuard` asks for, if any. */
export function ssrfGuardOf(option: boolean | SsrfGuardOptions): SsrfGuard | undefined {
  if (typeof option === "object") return new SsrfGuard(option);
  requireBoolean("ssrfGuard", option);
  return option ? new SsrfGuard({}) : undefined;
}

/**
 * Keeps a client from what is not public: it is asked for every connection, of the very addresses that
 * are connected to, so that a name that changes its addresses gains nothing.
 *
 * Blocked are all networks of special use, by {@link specialUse}. An IPv6 address that stands for one of
 * IPv4 counts as both: it is blocked where that is.
 * What `deny` has is always blocked, and of the rest what `allow` has never is; networks of IPv4 count
 * for the IPv6 addresses that stand for theirs.
 * A host is blocked where any of its addresses is, since a name with public and private ones is either
 * an attack or a mistake.
 * A port that is not listed is blocked at any address, allowed or not.
 */
export class SsrfGuard {
  readonly #settings: SsrfGuardSettings;

  constructor(options: SsrfGuardOptions) {
    this.#settings = ssrfGuardSettings(options);
  }

  /**
   * Throws where a host and port are blocked whatever a resolver says, so that it need not be asked.
   *
   * `localhost` and all names below it are those of the loopback (RFC 6761), and the name of the metadata of
   * Google has one address.
   */
  requireHost(host: string, port: number): void {
    const { ports } = this.#settings;
    if (!ports.includes(port)) {
      const reason = `port ${port} is none of ${ports.join(", ")}`;
      throw new BlockedAddressError({ host, port, address: undefined, reason });
    }
    const reasons = fixedAddresses(host).map((address) => this.#refusal(address));
    const [reason] = reasons;
    if (reason === undefined || reasons.includes(undefined)) return;
    throw new BlockedAddressError({ host, port, address: undefined, reason });
  }

  /** Throws where one of the addresses of a host is blocked. */
  requireAddresses(addresses: readonly string[], host: string, port: number): void {
    for (const address of addresses) {
      const reason = this.#refusal(address);
      if (reason !== undefined) throw new BlockedAddressError({ host, port, address, reason });
    }
  }

  /** Why an address is blocked. */
  #refusal(text: string): string | undefined {
    const address = parseAddress(text);
    if (!address) return "no IP address";
    const carried = carriedIpv4(address);
    const isIn = (networks: readonly IpNetwork[]): boolean =>
      networks.some((it) => isWithin(address, it) || (carried && isWithin(carried, it)));
    if (isIn(this.#settings.deny)) return "denied";
    return isIn(this.#settings.allow) ? undefined : specialUse(address);
  }
}

/** The addresses of a host that no resolver can change. */
function fixedAddresses(host: string): readonly string[] {
  if (/(?:^|\.)localhost\.?$/i.test(host)) return ["127.0.0.1", "::1"];
  return /^metadata\.google\.internal\.?$/i.test(host) ? ["169.254.169.254"] : [];
}
