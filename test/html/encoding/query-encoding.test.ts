import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { queryEncoder } from "../../../src/html/encoding/query-encoding.ts";
import { decodeAs } from "../../../src/http/charset/decode-as.ts";

const encodings = fc.constantFrom(
  ...(
    "big5 euc-jp euc-kr gb18030 gbk iso-2022-jp shift_jis ibm866 iso-8859-2 iso-8859-16 koi8-u " +
    "macintosh windows-1252 windows-1258 x-user-defined"
  ).split(" "),
);

describe("queryEncoder", () => {
  it.each([
    ["windows-1252", "?€é", "?%80%E9"],
    ["iso-8859-15", "?€", "?%A4"],
    ["windows-1251", "?я=ы&z", "?%FF=%FB&z"],
    ["big5", "?一", "?%A4@"],
    ["shift_jis", "?あｱ表", "?%82%A0%B1%95\\"],
    ["euc-jp", "?あｱ", "?%A4%A2%8E%B1"],
    ["iso-2022-jp", "?あいx", "?%1B$B$%22$$%1B(Bx"],
    ["euc-kr", "?가똠", "?%B0%A1%8Cc"],
    ["gbk", "?€中", "?%80%D6%D0"],
    ["gb18030", "?€中ü💩", "?%A2%E3%D6%D0%A8%B9%949%DA3"],
  ])("writes %s as browsers do", (encoding, link, encoded) => {
    expect(queryEncoder(encoding)(link)).toBe(encoded);
  });

  it("writes what decodes to the same text, if its character references are read", () =>
    fc.assert(
      fc.property(
        encodings,
        fc.uint8Array({ maxLength: 40 }),
        fc.string(),
        (encoding, bytes, more) => {
          const text = `${decodeAs(encoding, bytes)}${more}`.replaceAll(/[\p{Cc}%#&]/gu, "");
          const written = queryEncoder(encoding)(`?${text}`);
          const read = decodeAs(encoding, Buffer.from(unescape(written), "latin1"));
          expect(read.replaceAll(/&#(\d+);/g, fromReference)).toBe(`?${text}`);
        },
      ),
      { numRuns: 1000 },
    ));

  it("writes a character that the encoding lacks as a reference", () => {
    expect(queryEncoder("koi8-r")("?中")).toBe("?%26%2320013%3B");
  });

  it("leaves path and fragment alone", () => {
    expect(queryEncoder("windows-1252")("/é?é?é#é?é")).toBe("/é?%E9?%E9#é?é");
    expect(queryEncoder("windows-1252")("/é#?é")).toBe("/é#?é");
  });

  it.each(["utf-8", "utf-16le", "replacement", "UTF8"])(
    "leaves the links of a page in %s alone",
    (encoding) => {
      expect(queryEncoder(encoding)("/?é")).toBe("/?é");
    },
  );
});

function fromReference(_: string, code: string): string {
  return String.fromCodePoint(Number(code));
}
