import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type IpAddress, parseAddress } from "../../../../src/http/client/ssrf/ip-address.ts";
import { isWithin, parseNetwork } from "../../../../src/http/client/ssrf/ip-network.ts";

describe("isWithin", () => {
  it("compares the first bits of addresses of one family", () => {
    fc.assert(
      fc.property(address, address, fc.nat(128), (one, other, n) => {
        const bits = Math.min(n, other.length * 8);
        const behind = BigInt(other.length * 8 - bits);
        const isSame = valueOf(one) >> behind === valueOf(other) >> behind;
        expect(isWithin(one, { start: other, bits })).toBe(one.length === other.length && isSame);
      }),
    );
  });
});

describe("parseNetwork", () => {
  it("takes any number of bits, unless others behind them are set", () => {
    fc.assert(
      fc.property(address, fc.nat(140), (start, bits) => {
        const size = start.length * 8;
        const isStart = bits <= size && valueOf(start) % 2n ** BigInt(size - bits) === 0n;
        const network = parseNetwork(`${spelled(start)}/${bits}`);
        expect(network).toEqual(isStart ? { start, bits } : undefined);
      }),
    );
  });

  it("takes an address for the network that has no other", () => {
    expect(parseNetwork("10.1.2.3")).toEqual({ start: [10, 1, 2, 3], bits: 32 });
    expect(parseNetwork("FE80::1")).toEqual({ start: parseAddress("fe80::1"), bits: 128 });
    expect(parseNetwork("0.0.0.0/0")).toEqual({ start: [0, 0, 0, 0], bits: 0 });
  });

  it("knows what is no network", () => {
    const wrong = ["", "/8", "10/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1"];
    const odd = ["10.0.0.1/8", "::1/64", "::/129", "fe80::1%eth0", " 10.0.0.1", "10.0.0.0/8/8"];
    for (const text of [...wrong, ...odd]) expect(parseNetwork(text)).toBeUndefined();
  });
});

/** Addresses, many of whose bits are the same. */
const byte = fc.constantFrom(0, 1, 127, 128, 254, 255);
const address: fc.Arbitrary<IpAddress> = fc.oneof(
  fc.array(byte, { minLength: 4, maxLength: 4 }),
  fc.array(byte, { minLength: 16, maxLength: 16 }),
);

function valueOf(bytes: IpAddress): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function spelled(bytes: IpAddress): string {
  if (bytes.length === 4) return bytes.join(".");
  return Buffer.from(bytes)
    .toString("hex")
    .replaceAll(/(.{4})(?=.)/g, "$1:");
}
