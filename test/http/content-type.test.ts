import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseContentType } from "../../src/http/content-type.ts";

describe("parseContentType", () => {
  it.each([
    ["text/html", "text/html"],
    ["  Text/HTML ; charset=gbk", "text/html"],
    ["application/atom+xml;type=entry", "application/atom+xml"],
    [", text/html, text/plain", "text/html"],
    ["text/html charset=gbk", "text/html"],
    ["*/*", "*/*"],
    ["", ""],
    ["html", ""],
    ["text/", ""],
    ["text/html/x", ""],
    ["text/{html}", ""],
    ["charset=gbk", ""],
  ])("finds in %j the media type %j", (header, mediaType) => {
    expect(parseContentType(header).mediaType).toBe(mediaType);
  });

  it.each([
    ["text/html;charset=gbk"],
    ["TEXT/HTML;CHARSET=gbk"],
    ["text/html ; ;; Charset=gbk\t; boundary=x"],
    ['text/html; charset="gbk"'],
    ['text/html; charset="gbk" ; x=y'],
    ['text/html; charset="g\\b\\k"'],
    ['text/html; charset="gbk"and more; x=y'],
    ['text/html; charset="gbk'],
    ['text/html; x="a; charset=none, b"; charset=gbk'],
    ['text/html; x="\\"; charset=none; "; charset=gbk'],
    ["text/html; x; ;' y=; charset=gbk"],
    ["text/html; charset=gbk; charset=none"],
    ['text/html; charset=""; charset=; charset=gbk'],
    ["text/html; charset=gbk, text/html; charset=none"],
    ["text/html, text/html; charset=gbk"],
    ["text/html charset=gbk"],
    ["html; charset=gbk"],
    ["; charset=gbk"],
    ["charset=gbk"],
  ])("finds in %j the charset gbk", (header) => {
    expect(parseContentType(header).charset).toBe("gbk");
  });

  it.each([
    ["text/html"],
    ["text/html; charset"],
    ["text/html; charset="],
    ['text/html; charset=""'],
    ["text/html; charset =gbk"],
    ["text/html; xcharset=gbk"],
    ['text/html; x="; charset=gbk"'],
    ['text/html; x="; charset=gbk'],
  ])("finds in %j no charset", (header) => {
    expect(parseContentType(header).charset).toBeUndefined();
  });

  it.each([
    ["text/html; charset='gbk'", "'gbk'"],
    ['text/html; charset=gbk"', 'gbk"'],
    ['text/html; charset= "gbk"', ' "gbk"'],
  ])("keeps what %j says as written", (header, charset) => {
    expect(parseContentType(header).charset).toBe(charset);
  });

  it("reads back any value that is quoted", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (charset, other) => {
        const header = `text/html; other=${quote(other)}; charset=${quote(charset)}; x=y`;
        expect(parseContentType(header)).toEqual({ mediaType: "text/html", charset });
      }),
    );
  });

  it("never throws, whatever the header", () => {
    fc.assert(
      fc.property(header, (header) => {
        expect(() => parseContentType(header)).not.toThrow();
      }),
    );
  });

  it.each(["a", " ", ";", ",", "=", '"', "\\", 'x="', "charset"])(
    "reads a hundred kilobytes of %j",
    (piece) => {
      const header = piece.repeat(100_000 / piece.length);
      expect(parseContentType(header).mediaType).toBe("");
      expect(parseContentType(`text/html; x="${header}`).mediaType).toBe("text/html");
    },
  );
});

const header = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom(..."text/html;charset=gbk,\"'\\ ".split("")), { maxLength: 30 })
    .map((characters) => characters.join("")),
);

function quote(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
