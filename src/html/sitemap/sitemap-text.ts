import { TextDecoder } from "node:util";

import { encodingForLabel } from "../../http/charset/charset-label.ts";
import { markedEncoding } from "../../http/charset/decode-text.ts";
import { xmlEncoding } from "../../http/charset/xml-encoding.ts";
import { parseContentType } from "../../http/content-type.ts";

/**
 * Decodes a sitemap piece by piece: by its byte order mark, the charset of its Content-Type or its XML
 * declaration, else as UTF-8. Gives no empty pieces, and the mark is no part of the text.
 */
export function* sitemapText(
  bytes: Iterable<Uint8Array>,
  contentType: string,
): Generator<string, void> {
  let decoder: TextDecoder | undefined;
  for (const piece of bytes) {
    decoder ??= decoderFor(piece, contentType);
    const text = decoder.decode(piece, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder?.decode();
  if (rest) yield rest;
}

function decoderFor(head: Uint8Array, contentType: string): TextDecoder {
  const { charset = "" } = parseContentType(contentType);
  const encoding = markedEncoding(head) ?? encodingForLabel(charset) ?? xmlEncoding(head);
  return new TextDecoder(superset.get(encoding ?? "") ?? encoding);
}

/** What TextDecoder has under another name, or not at all. */
const superset: ReadonlyMap<string, string> = new Map([
  ["gbk", "gb18030"],
  ["replacement", "utf-8"],
]);
