import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { singleByteDecoder } from "../../../src/http/charset/single-byte.ts";

describe("singleByteDecoder", () => {
  it("decodes windows-1252 as the standard has it, the controls of Latin-1 included", () => {
    expect(decode("windows-1252", 0x80, 0x81, 0x92, 0x96, 0x9f, 0xa0, 0xe9)).toBe(
      "€\u0081’–Ÿ\u00a0é",
    );
  });

  it("decodes x-user-defined into the private use area", () => {
    expect(decode("x-user-defined", 0x41, 0x80, 0xff)).toBe("A\uf780\uf7ff");
  });

  it("decodes the bytes in which runtimes differ", () => {
    expect(decode("iso-8859-16", 0xa1, 0xa4, 0xaa, 0xff)).toBe("Ą€Șÿ");
    expect(decode("koi8-u", 0xae, 0xbe, 0xc1)).toBe("ўЎа");
    expect(decode("windows-874", 0xa1, 0xdb, 0xff)).toBe("ก��");
    expect(decode("windows-1253", 0xaa, 0xe1)).toBe("�α");
    expect(decode("windows-1255", 0xca, 0xe0)).toBe("\u05baא");
    expect(decode("ibm866", 0x1a, 0x1c, 0x7f, 0x80)).toBe("\u001a\u001c\u007fА");
  });

  it("gives one character a byte, each byte the same wherever it stands", () => {
    const encoding = fc.constantFrom("windows-1252", "koi8-u", "iso-8859-16", "x-user-defined");
    fc.assert(
      fc.property(encoding, fc.uint8Array(), (encoding, bytes) => {
        const each = Array.from(bytes, (byte) => decode(encoding, byte));
        expect(decode(encoding, ...bytes)).toBe(each.join(""));
      }),
    );
  });

  it.each(["utf-8", "koi8-r", "constructor"])("leaves %s to the runtime", (encoding) => {
    expect(singleByteDecoder(encoding)).toBeUndefined();
  });
});

function decode(encoding: string, ...bytes: number[]): string | undefined {
  return singleByteDecoder(encoding)?.(Uint8Array.from(bytes));
}
