import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decodeText } from "../../../src/http/charset/decode-text.ts";

const KOI8 = "<meta charset=koi8-r>";
const GBK = "<meta charset=gbk>";

describe("decodeText", () => {
  it("gives back any well-formed string sent as UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const body = Buffer.from(text);
        const expected = { text: text.replace(/^\ufeff/, ""), encoding: "utf-8" };
        expect(decodeText(body, "text/html; charset=utf-8")).toEqual(expected);
      }),
    );
  });

  it("never throws, whatever the bytes and the header", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.option(header, { nil: undefined }), (body, header) => {
        const { text, encoding } = decodeText(body, header);
        expect(typeof text).toBe("string");
        expect(encoding).toMatch(/^[a-z0-9_-]+$/);
      }),
    );
  });

  it("believes a byte order mark before the header, and takes it off", () => {
    fc.assert(
      fc.property(fc.string(), header, (text, header) => {
        const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
        expect(decodeText(Buffer.from(`\ufeff${text}`), header)).toEqual({
          text,
          encoding: "utf-8",
        });
        expect(decodeText(utf16, header)).toEqual({ text, encoding: "utf-16le" });
        expect(decodeText(utf16.swap16(), header)).toEqual({ text, encoding: "utf-16be" });
      }),
    );
  });

  it("believes the header before the page", () => {
    expect(encodingOf(`${KOI8}é`, 'text/html; Charset="Big5"')).toBe("big5");
    expect(encodingOf('<?xml version="1.0" encoding="gbk"?>', "text/xml; charset=big5")).toBe(
      "big5",
    );
  });

  it("believes the header against the bytes", () => {
    const body = Uint8Array.of(0x66, 0xe9, 0x66);
    expect(decodeText(body, "text/html; charset=utf-8").text).toBe("f�f");
    expect(decodeText(Buffer.from("é"), "text/html; charset=latin1").text).toBe("Ã©");
  });

  it.each(["none", "utf-7", '""', "'gbk'", "utf-32"])(
    "goes on to the page if the header says charset=%s",
    (label) => {
      expect(encodingOf(KOI8, `text/html; charset=${label}`)).toBe("koi8-r");
    },
  );

  it("never decodes UTF-7", () => {
    const attack = "+ADw-script+AD4-";
    expect(decodeText(Buffer.from(attack), "text/html; charset=utf-7").text).toBe(attack);
  });

  it.each(["text/html", "TEXT/HTML; x=y", "application/xhtml+xml", "", undefined, "html", "*/*"])(
    "looks for a meta element if the type is %s",
    (type) => {
      expect(encodingOf(KOI8, type)).toBe("koi8-r");
    },
  );

  it.each(["application/json", "text/plain", "text/xml", "image/svg+xml", "text/css", "a/b"])(
    "looks for no meta element if the type is %s",
    (type) => {
      expect(encodingOf(`${KOI8}é`, type)).toBe("utf-8");
    },
  );

  it("prefers the XML declaration in XML and XHTML, and the meta element in HTML", () => {
    const page = `<?xml version="1.0" encoding="big5"?>${KOI8}`;
    expect(encodingOf(page, "application/xhtml+xml")).toBe("big5");
    expect(encodingOf(page, "application/rss+xml")).toBe("big5");
    expect(encodingOf(page, "text/html")).toBe("koi8-r");
    expect(encodingOf(page.replace(KOI8, ""), "text/html")).toBe("big5");
    expect(encodingOf(page, "text/plain")).toBe("windows-1252");
  });

  it("reads XML in UTF-16 without a byte order mark", () => {
    const xml = '<?xml version="1.0"?><a>é</a>';
    const body = Buffer.from(xml, "utf16le");
    expect(decodeText(body, "text/xml")).toEqual({ text: xml, encoding: "utf-16le" });
  });

  it("takes JSON for UTF-8, whatever its bytes", () => {
    const body = Buffer.from(`{"a":"${GBK}\xe9"}`, "latin1");
    for (const type of ["application/json", "application/ld+json", "application/x-ndjson"]) {
      expect(decodeText(body, type)).toEqual({ text: `{"a":"${GBK}�"}`, encoding: "utf-8" });
    }
  });

  it("takes an undeclared body for UTF-8 if it is well-formed and not all ASCII", () => {
    const notAscii = fc.string({ unit: "grapheme" }).map((text) => `${text}é`);
    fc.assert(
      fc.property(notAscii, (text) => {
        expect(decodeText(Buffer.from(text), "text/plain")).toEqual({ text, encoding: "utf-8" });
      }),
    );
  });

  it("knows UTF-8 whose last character is cut", () => {
    for (const character of ["é", "日", "😀"]) {
      const body = Buffer.from(`é${character}`);
      for (let length = 3; length < body.length; length++) {
        expect(decodeText(body.subarray(0, length))).toEqual({ text: "é�", encoding: "utf-8" });
      }
    }
  });

  it.each(["text/html", "text/plain", "", "text/xml"])(
    "takes other bytes of %s for windows-1252",
    (type) => {
      const body = Uint8Array.of(0x49, 0x74, 0x92, 0x73, 0x20, 0x80, 0xe9);
      expect(decodeText(body, type)).toEqual({ text: "It’s €é", encoding: "windows-1252" });
    },
  );

  it("takes what is all ASCII for UTF-8 in XML and for windows-1252 elsewhere", () => {
    expect(encodingOf("<a/>", "text/xml")).toBe("utf-8");
    expect(encodingOf("<p>", "text/html")).toBe("windows-1252");
    expect(encodingOf("", undefined)).toBe("windows-1252");
  });

  it("lets a meta past 1,024 bytes decide only if the bytes do not", () => {
    const late = `<!--${" ".repeat(1024)}-->${KOI8}`;
    expect(encodingOf(late, "text/html")).toBe("koi8-r");
    expect(decodeText(Buffer.from(`${late}\xc1`, "latin1")).text).toBe(`${late}а`);
    expect(encodingOf(`${late}é`, "text/html")).toBe("utf-8");
    expect(encodingOf(late, "text/plain")).toBe("windows-1252");
  });

  it("reads a meta that ends at byte 1,024, and no later one, before it looks at the bytes", () => {
    expect(encodingOf(`${KOI8.padStart(1024)}é`, "text/html")).toBe("koi8-r");
    expect(encodingOf(`${KOI8.padStart(1025)}é`, "text/html")).toBe("utf-8");
  });

  it("decodes a view into a larger buffer", () => {
    const body = Buffer.from(`xx${KOI8}\xc1xx`, "latin1").subarray(2, -2);
    expect(decodeText(body, "text/html").text).toBe(`${KOI8}а`);
  });
});

const header = fc.oneof(
  fc.string(),
  fc.constantFrom("text/html", "text/xml", "application/json", "text/html; charset=utf-8"),
  fc
    .constantFrom("big5", "euc-kr", "hz-gb-2312", "x-user-defined", "utf-16", "none")
    .map((label) => `text/html; charset=${label}`),
);

function encodingOf(page: string, contentType: string | undefined): string {
  return decodeText(Buffer.from(page), contentType).encoding;
}
