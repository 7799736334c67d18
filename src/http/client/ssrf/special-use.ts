import type { IpAddress } from "./ip-address.ts";
import { type IpNetwork, isWithin, parseNetwork } from "./ip-network.ts";

/**
 * Networks in which no public web server is, and what they are for.
 *
 * These are all entries of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, as of
 * October 2025), multicast (RFC 5771, RFC 4291), what was deprecated without an entry, and the one
 * address of a metadata service of a cloud that looks public. The first that matches names the use.
 * The last ones are the rest of IPv6, of which only `2000::/3` is given out (RFC 4291). Those that stand
 * for addresses of IPv4 are not here, but in `carriers`.
 */
const uses: readonly (readonly [network: string, use: string])[] = [
  ["0.0.0.0/8", "this network, RFC 791"],
  ["10.0.0.0/8", "private, RFC 1918"],
  ["100.64.0.0/10", "carrier-grade NAT, RFC 6598"],
  ["127.0.0.0/8", "loopback, RFC 1122"],
  ["168.63.129.16", "metadata of Azure"],
  ["169.254.0.0/16", "link-local, RFC 3927, with the metadata of clouds"],
  ["172.16.0.0/12", "private, RFC 1918"],
  ["192.0.0.0/24", "protocol assignments, RFC 6890"],
  ["192.0.2.0/24", "documentation, RFC 5737"],
  ["192.31.196.0/24", "AS112, RFC 7535"],
  ["192.52.193.0/24", "AMT, RFC 7450"],
  ["192.88.99.0/24", "6to4 relays, RFC 7526"],
  ["192.168.0.0/16", "private, RFC 1918"],
  ["192.175.48.0/24", "AS112, RFC 7534"],
  ["198.18.0.0/15", "benchmarks, RFC 2544"],
  ["198.51.100.0/24", "documentation, RFC 5737"],
  ["203.0.113.0/24", "documentation, RFC 5737"],
  ["224.0.0.0/4", "multicast, RFC 5771"],
  ["255.255.255.255", "broadcast, RFC 919"],
  ["240.0.0.0/4", "reserved, RFC 1112"],

  ["::", "unspecified, RFC 4291"],
  ["::1", "loopback, RFC 4291"],
  ["::/96", "IPv4-compatible, RFC 4291"],
  ["::ffff:0:0:0/96", "IPv4-translated, RFC 2765"],
  ["64:ff9b:1::/48", "NAT64 of this site, RFC 8215"],
  ["100::/64", "discard-only, RFC 6666"],
  ["100:0:0:1::/64", "dummy, RFC 9780"],
  ["2001::/32", "Teredo, RFC 4380"],
  ["2001:2::/48", "benchmarks, RFC 5180"],
  ["2001:10::/28", "ORCHID, RFC 4843"],
  ["2001:20::/28", "ORCHIDv2, RFC 7343"],
  ["2001::/23", "protocol assignments, RFC 2928"],
  ["2001:db8::/32", "documentation, RFC 3849"],
  ["2620:4f:8000::/48", "AS112, RFC 7534"],
  ["3fff::/20", "documentation, RFC 9637"],
  ["5f00::/16", "segment routing, RFC 9602"],
  ["fc00::/7", "unique local, RFC 4193, with the metadata of clouds"],
  ["fe80::/10", "link-local, RFC 4291"],
  ["fec0::/10", "site-local, RFC 3879"],
  ["ff00::/8", "multicast, RFC 4291"],
  ...["::/3", "4000::/2", "8000::/1"].map((rest) => [rest, "not given out, RFC 4291"] as const),
];

/** Networks of IPv6 whose addresses stand for one of IPv4, and at which byte that begins. */
const carriers: readonly (readonly [network: string, at: number])[] = [
  ["::ffff:0:0/96", 12], // IPv4-mapped, RFC 4291
  ["64:ff9b::/96", 12], // NAT64, RFC 6052
  ["2002::/16", 2], // 6to4, RFC 3056
];

const known = uses.map(([network, use]) => ({ network: networkOf(network), use }));
const carrying = carriers.map(([network, at]) => ({ network: networkOf(network), at }));

/** What an address, or that of IPv4 which it stands for, is for, where no public web server can be at it. */
export function specialUse(address: IpAddress): string | undefined {
  const isatap = isatapIpv4(address); // in a prefix of its own, which counts as well
  return useOf(ofCarrier(address) ?? address) ?? (isatap && useOf(isatap));
}

/**
 * The IPv4 address to which packets to an IPv6 address go in the end: of an IPv4-mapped one, one behind a
 * NAT64 with the well-known prefix, or one of 6to4 or ISATAP. Undefined where there is none.
 */
export function carriedIpv4(address: IpAddress): IpAddress | undefined {
  return ofCarrier(address) ?? isatapIpv4(address);
}

function useOf(address: IpAddress): string | undefined {
  return known.find(({ network }) => isWithin(address, network))?.use;
}

function ofCarrier(address: IpAddress): IpAddress | undefined {
  const found = carrying.find(({ network }) => isWithin(address, network));
  return found && address.slice(found.at, found.at + 4);
}

/** Of an interface of ISATAP in any network (RFC 5214, section 6.1). */
function isatapIpv4(address: IpAddress): IpAddress | undefined {
  const [flags = 1, ...mark] = address.slice(8, 12);
  return (flags & ~2) === 0 && mark.join() === "0,94,254" ? address.slice(12) : undefined;
}

function networkOf(text: string): IpNetwork {
  const network = parseNetwork(text);
  if (network) return network;
  throw new TypeError(`Not a network: ${text}`);
}
