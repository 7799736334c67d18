import { isIP } from "node:net";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseAddress } from "../../../../src/http/client/ssrf/ip-address.ts";

describe("parseAddress", () => {
  it("reads every address, however it is spelled", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const bytes = parseAddress(text) ?? [];
        expect(bytes).toHaveLength(isIP(text) === 4 ? 4 : 16);
        expect(normal(spelled(bytes))).toBe(normal(text));
      }),
    );
  });

  it.each([
    ["::", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"],
    ["1::", "0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0"],
    ["::FFFF:127.0.0.1", "0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1"],
    ["1:2:3:4:5:6:1.2.3.4", "0 1 0 2 0 3 0 4 0 5 0 6 1 2 3 4"],
    ["fe80::1%eth0", "254 128 0 0 0 0 0 0 0 0 0 0 0 0 0 1"],
  ])("reads %s", (text, bytes) => {
    expect(parseAddress(text)?.join(" ")).toBe(bytes);
  });

  it("knows what is no address", () => {
    for (const text of ["", "localhost", "127.1", "0177.0.0.1", "1:2", "[::1]", "1.2.3.4%eth0"]) {
      expect(parseAddress(text)).toBeUndefined();
    }
  });
});

/** An address in full. */
function spelled(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const hex = Buffer.from(bytes).toString("hex");
  return hex.replaceAll(/(.{4})(?=.)/g, "$1:");
}

/** An address as the URL parser spells it. */
function normal(address: string): string {
  return new URL(address.includes(":") ? `http://[${address}]/` : `http://${address}/`).hostname;
}
