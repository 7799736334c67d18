import { createHash } from "node:crypto";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decodeAs } from "../../../src/http/charset/decode-as.ts";

describe("decodeAs", () => {
  it("agrees with the standard in every byte of every single-byte encoding", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    for (const [encoding, digest] of Object.entries(DIGESTS)) {
      expect([encoding, digestOf(decodeAs(encoding, bytes))]).toEqual([encoding, digest]);
    }
  });

  it("decodes gbk with the whole of gb18030", () => {
    const bytes = Uint8Array.of(0x80, 0xa2, 0xe3, 0x81, 0x30, 0x84, 0x36, 0x90, 0x30, 0x81, 0x30);
    expect(decodeAs("gbk", bytes)).toBe(decodeAs("gb18030", bytes));
    expect(decodeAs("gbk", bytes)).toBe("€€¥\u{10000}");
  });

  it.each([
    ["big5", [0xa4, 0xa4, 0xa4, 0xe5], "中文"],
    ["euc-jp", [0xc6, 0xfc, 0xcb, 0xdc], "日本"],
    ["euc-kr", [0xc7, 0xd1, 0x8c, 0x63], "한똠"],
    ["iso-2022-jp", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42, 0x41], "日A"],
    ["shift_jis", [0x93, 0xfa, 0x96, 0x7b, 0xb1], "日本ｱ"],
    ["utf-16be", [0x65, 0xe5, 0xd8, 0x3d, 0xde, 0x00], "日😀"],
    ["utf-16le", [0xe5, 0x65, 0x3d, 0xd8], "日�"],
  ])("decodes %s", (encoding, bytes, text) => {
    expect(decodeAs(encoding, Uint8Array.from(bytes))).toBe(text);
  });

  it("makes one U+FFFD of any text in the replacement encoding", () => {
    expect(decodeAs("replacement", Buffer.from("<script>"))).toBe("�");
    expect(decodeAs("replacement", new Uint8Array())).toBe("");
  });

  it("takes off a byte order mark, once", () => {
    expect(decodeAs("utf-8", Buffer.from("\ufeff\ufeffa"))).toBe("\ufeffa");
    expect(decodeAs("utf-16le", Buffer.from("\ufeffa", "utf16le"))).toBe("a");
  });

  it("never throws, and remembers nothing of the bytes before", () => {
    const encoding = fc.constantFrom(...Object.keys(DIGESTS), ...MULTI_BYTE);
    const bytes = fc.uint8Array();
    fc.assert(
      fc.property(encoding, bytes, bytes, (encoding, before, bytes) => {
        const text = decodeAs(encoding, bytes);
        decodeAs(encoding, before);
        expect(decodeAs(encoding, bytes)).toBe(text);
      }),
    );
  });
});

function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest("hex").slice(0, 16);
}

const MULTI_BYTE = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gbk",
  "gb18030",
  "big5",
  "euc-jp",
  "iso-2022-jp",
  "shift_jis",
  "euc-kr",
  "replacement",
];

/** SHA-256, cut short, of bytes 0 to 255 decoded by an implementation that passes the web's tests. */
const DIGESTS = {
  "iso-8859-2": "03e630b7e35444b5",
  "iso-8859-3": "346c5279bcbe2c65",
  "iso-8859-4": "44f09aebdda359ed",
  "iso-8859-5": "be700802ceb4c3bc",
  "iso-8859-6": "a3245a9039707db7",
  "iso-8859-7": "4399a782f439f21a",
  "iso-8859-8": "fcd92d4079389190",
  "iso-8859-8-i": "fcd92d4079389190",
  "iso-8859-16": "cda40dceb3b705f5",
  "koi8-r": "d6aa77011784a5e4",
  "koi8-u": "ff4e26429fe556ac",
  "windows-874": "bda07fac35ef289b",
  ibm866: "28334833c217d1cf",
  "x-mac-cyrillic": "6ec76f16d1ce4a8c",
  macintosh: "ea0df7e96d195f56",
  "x-user-defined": "dccd1a869ed527e5",
  "iso-8859-10": "fc5b337200036399",
  "iso-8859-13": "48d7963f3c3d13c2",
  "iso-8859-14": "cb5f5b9ae8430fe8",
  "iso-8859-15": "6a31d79c1c012dc2",
  "windows-1250": "083e8699d4ea3429",
  "windows-1251": "b1ce72e8de9ab262",
  "windows-1252": "0048a1d8df12622c",
  "windows-1253": "bab5e7048000f8fa",
  "windows-1254": "52c57e6a29dd1c1b",
  "windows-1255": "b8828113eb73594b",
  "windows-1256": "544c3592214b8762",
  "windows-1257": "b4b5f977bbe1e702",
  "windows-1258": "525ad65d40749cdc",
};
