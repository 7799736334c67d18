import { isIPv4, isIPv6 } from "node:net";

/** The bytes of an IP address, 4 or 16 of them. */
export type IpAddress = readonly number[];

/** Reads an IP address in any spelling that Node connects to, without its zone; undefined for what is none. */
export function parseAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return text.split(".").map(Number);
  if (!isIPv6(text)) return undefined;
  const [address = ""] = text.split("%");
  const [front = [], back = []] = address.split("::").map(bytesOf);
  const zeros = Array.from({ length: 16 - front.length - back.length }, () => 0);
  return [...front, ...zeros, ...back];
}

/** The bytes of groups between colons, of which the last may be an IPv4 address. */
function bytesOf(groups: string): number[] {
  if (groups === "") return [];
  return groups.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
