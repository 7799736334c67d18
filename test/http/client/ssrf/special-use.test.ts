import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type IpAddress, parseAddress } from "../../../../src/http/client/ssrf/ip-address.ts";
import { carriedIpv4, specialUse } from "../../../../src/http/client/ssrf/special-use.ts";

describe("specialUse", () => {
  it("is that of the ranges of IPv4 that are not public, and of no others", () => {
    fc.assert(
      fc.property(nearEdgesOf(v4Ranges, 32), (value) => {
        expect(specialUse(bytesOf(value, 4)) !== undefined).toBe(isInAny(value, v4Ranges));
      }),
      { numRuns: 5000 },
    );
  });

  it("is that of the ranges of IPv6 that are not public, and of no others", () => {
    fc.assert(
      fc.property(nearEdgesOf(v6Ranges, 128), (value) => {
        fc.pre(carriers.every(([first, last]) => value < first || value > last));
        expect(specialUse(bytesOf(value, 16)) !== undefined).toBe(isInAny(value, v6Ranges));
      }),
      { numRuns: 5000 },
    );
  });

  it("is, for an IPv6 address that stands for one of IPv4, that of the latter", () => {
    fc.assert(
      fc.property(nearEdgesOf(v4Ranges, 32), fc.bigInt(0n, 2n ** 80n - 1n), (value, rest) => {
        const use = specialUse(bytesOf(value, 4));
        const spellings = [
          0xff_ff_00_00_00_00n + value,
          (0x64_ff9bn << 96n) + value,
          (0x2002n << 112n) + (value << 80n) + rest,
        ];
        for (const it of spellings) expect(specialUse(bytesOf(it, 16))).toBe(use);
      }),
    );
  });

  it.each([
    ["127.0.0.1", "loopback, RFC 1122"],
    ["255.255.255.255", "broadcast, RFC 919"],
    ["240.0.0.1", "reserved, RFC 1112"],
    ["168.63.129.16", "metadata of Azure"],
    ["::", "unspecified, RFC 4291"],
    ["::1", "loopback, RFC 4291"],
    ["::8.8.8.8", "IPv4-compatible, RFC 4291"],
    ["::ffff:0:8.8.8.8", "IPv4-translated, RFC 2765"],
    ["64:ff9b:1::8.8.8.8", "NAT64 of this site, RFC 8215"],
    ["2001:0:4136:e378:8000:63bf:f7f7:f7f7", "Teredo, RFC 4380"],
    ["2001:100::1", "protocol assignments, RFC 2928"],
    ["fd00:ec2::254", "unique local, RFC 4193, with the metadata of clouds"],
    ["4000::1", "not given out, RFC 4291"],
    ["2606:4700::5efe:127.0.0.1", "loopback, RFC 1122"],
    ["2606:4700::200:5efe:10.1.2.3", "private, RFC 1918"],
    ["2606:4700::5efe:8.8.8.8", undefined],
    ["2606:4700::100:5efe:10.1.2.3", undefined],
    ["fe80::5efe:8.8.8.8", "link-local, RFC 4291"],
  ])("of %s is: %s", (address, use) => {
    expect(specialUse(parseAddress(address) ?? [])).toBe(use);
  });
});

describe("carriedIpv4", () => {
  it.each([
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["64:ff9b::a01:203", "10.1.2.3"],
    ["2002:a01:203::1", "10.1.2.3"],
    ["2606:4700::5efe:10.1.2.3", "10.1.2.3"],
    ["::10.1.2.3", undefined],
    ["2606:4700::1", undefined],
    ["10.1.2.3", undefined],
  ])("of %s is %s", (address, carried) => {
    expect(carriedIpv4(parseAddress(address) ?? [])?.join(".")).toBe(carried);
  });
});

type Range = readonly [first: bigint, last: bigint];

/** First and last addresses, as the registries have them. */
const v4Ranges: readonly Range[] = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"],
].map(rangeOf);

const ONES = "ffff:ffff:ffff:ffff:ffff:ffff";
const v6Ranges: readonly Range[] = [
  ["::", `1fff:ffff:${ONES}`],
  ["2001::", `2001:1ff:${ONES}`],
  ["2001:db8::", `2001:db8:${ONES}`],
  ["2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", `3fff:fff:${ONES}`],
  ["4000::", `ffff:ffff:${ONES}`],
].map(rangeOf);

const carriers: readonly Range[] = [
  ["::ffff:0:0", "::ffff:ffff:ffff"],
  ["64:ff9b::", "64:ff9b::ffff:ffff"],
  ["2002::", `2002:ffff:${ONES}`],
].map(rangeOf);

function rangeOf([first = "", last = ""]: readonly string[]): Range {
  return [valueOf(first), valueOf(last)];
}

function valueOf(text: string): bigint {
  return BigInt(`0x${Buffer.from(parseAddress(text) ?? []).toString("hex")}`);
}

function isInAny(value: bigint, ranges: readonly Range[]): boolean {
  return ranges.some(([first, last]) => first <= value && value <= last);
}

function bytesOf(value: bigint, length: number): IpAddress {
  return [...Buffer.from(value.toString(16).padStart(length * 2, "0"), "hex")];
}

/** Any address, those beside the ends of a range most of all. */
function nearEdgesOf(ranges: readonly Range[], bits: number): fc.Arbitrary<bigint> {
  const edges = ranges.flatMap(([first, last]) => [first - 1n, first, last, last + 1n]);
  const all = 2n ** BigInt(bits);
  const valid = edges.filter((edge) => edge >= 0n && edge < all);
  return fc.oneof(fc.constantFrom(...valid), fc.bigInt(0n, all - 1n));
}
