import { TextDecoder } from "node:util";

import { decodeText } from "../../../src/http/charset/decode-text.ts";
import { FRENCH, pages, pagesIn, RUSSIAN } from "../pages.ts";
import { type Part, part } from "../part.ts";

interface Body {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly encoding: string;
}

/** Decodes a body: one that is declared by its header, or for TextDecoder told. */
export const decoding: Part = part<Body>({
  name: "decoding of a body",
  unit: "MB/s",
  inputs: {
    ASCII: () => pages.map((page) => utf8(page)),
    "UTF-8, French": () => pagesIn(FRENCH).map((page) => utf8(page)),
    "the same, undeclared": () => pagesIn(FRENCH).map((page) => utf8(page, "text/html")),
    "UTF-8, Russian": () => pagesIn(RUSSIAN).map((page) => utf8(page)),
    "Latin-1": () => pagesIn(FRENCH.replaceAll(/[’—]/g, "-")).map((page) => latin1(page)),
    "windows-1252": () =>
      pagesIn(FRENCH.replaceAll("’", "\u0092").replaceAll("—", "\u0097")).map(latin1),
    "windows-1251": () => pagesIn(RUSSIAN).map(windows1251),
  },
  sizeOf: ({ bytes }) => bytes.length,
  ways: {
    TextDecoder: ({ bytes, encoding }) => decoderFor(encoding).decode(bytes),
    pagoda: ({ bytes, contentType }) => decodeText(bytes, contentType).text,
  },
});

function utf8(text: string, contentType = "text/html; charset=utf-8"): Body {
  return { bytes: Buffer.from(text), contentType, encoding: "utf-8" };
}

function latin1(text: string): Body {
  const bytes = Buffer.from(text, "latin1");
  return { bytes, contentType: "text/html; charset=iso-8859-1", encoding: "windows-1252" };
}

function windows1251(text: string): Body {
  const bytes = Buffer.from(text, "utf16le").filter((_, n) => n % 2 === 0);
  text.split("").forEach((letter, n) => {
    if (letter >= "а") bytes[n] = letter.charCodeAt(0) - 0x430 + 0xe0;
  });
  return { bytes, contentType: "text/html; charset=windows-1251", encoding: "windows-1251" };
}

const decoders = new Map<string, TextDecoder>();

function decoderFor(encoding: string): TextDecoder {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder;
}
