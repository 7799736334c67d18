import { type IpAddress, parseAddress } from "./ip-address.ts";

/** All addresses of one family that begin with the same bits. */
export interface IpNetwork {
  readonly start: IpAddress;
  /** How many bits they share. */
  readonly bits: number;
}

/**
 * Reads a network such as `10.0.0.0/8`, or a single address.
 *
 * Undefined for what is none, as for one with a zone, or with bits set behind those that are shared:
 * `10.1.2.3/8` may mean the network or the address.
 */
export function parseNetwork(text: string): IpNetwork | undefined {
  const [, address = "", length] = /^([\d.:a-f]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const start = parseAddress(address);
  if (!start) return undefined;
  const bits = length === undefined ? start.length * 8 : Number(length);
  const isStart = start.every((byte, at) => (byte & ~maskAt(at, bits)) === 0);
  return isStart && bits <= start.length * 8 ? { start, bits } : undefined;
}

/** Whether an address belongs to a network. One of IPv4 has no IPv6 addresses, nor the other way round. */
export function isWithin(address: IpAddress, { start, bits }: IpNetwork): boolean {
  if (address.length !== start.length) return false;
  return address.every((byte, at) => ((byte ^ (start[at] ?? 0)) & maskAt(at, bits)) === 0);
}

/** Those bits of the byte at this place that are among the first of an address. */
function maskAt(at: number, bits: number): number {
  const count = Math.min(8, Math.max(0, bits - at * 8));
  return (0xff00 >> count) & 0xff;
}
