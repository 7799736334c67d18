import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import { decodeEucKr } from "../../../src/http/charset/euc-kr.ts";

describe("decodeEucKr", () => {
  it("reads ASCII as it is", () => {
    const ascii = Uint8Array.from({ length: 128 }, (_, byte) => byte);
    expect(decodeEucKr(ascii)).toBe(String.fromCharCode(...ascii));
  });

  it("reads syllables of KS X 1001 and of the code page around it", () => {
    expect(decode(0xc7, 0xd1, 0xb1, 0xdb)).toBe("한글");
    expect(decode(0x81, 0x41, 0x8c, 0x63, 0xc6, 0x52)).toBe("갂똠힣");
    expect(decode(0xa2, 0xe6, 0xa2, 0xe7)).toBe("€®");
  });

  it.each([
    [[0x80, 0x41], "�A"],
    [[0xff, 0xc7, 0xd1], "�한"],
    [[0xc9, 0xa1, 0x41], "�A"], // a place without a character
    [[0xc7, 0x3c, 0x62], "�<b"],
    [[0xc7], "�"],
    [[0xc7, 0x00], "�\0"],
  ])("marks the malformed bytes %j, and keeps ASCII after them", (bytes, text) => {
    expect(decode(...bytes)).toBe(text);
  });

  it("agrees with the standard in every pair of bytes", () => {
    const pairs: number[] = [];
    for (let lead = 0x80; lead <= 0xff; lead++) {
      for (let trail = 0x30; trail <= 0xff; trail++) pairs.push(lead, trail, 0x0a);
    }
    const digest = createHash("sha256")
      .update(decode(...pairs), "utf16le")
      .digest("hex");
    expect(digest).toMatch(/^99513e659b2000f5/); // made with a decoder that passes the web's tests
  });
});

function decode(...bytes: number[]): string {
  return decodeEucKr(Uint8Array.from(bytes));
}
