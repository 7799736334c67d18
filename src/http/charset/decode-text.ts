import { isAscii, isUtf8 } from "node:buffer";

import { type ContentType, parseContentType } from "../content-type.ts";
import { encodingForLabel } from "./charset-label.ts";
import { decodeAs } from "./decode-as.ts";
import { metaCharset } from "./meta-charset.ts";
import { xmlEncoding } from "./xml-encoding.ts";

/** The text of a body. */
export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding that it was in, in lower case. */
  readonly encoding: string;
}

/**
 * Decodes the body of a response, with the help of its Content-Type header. Never throws.
 *
 * The first source that names a known encoding decides:
 *
 * 1. A byte order mark of UTF-8 or UTF-16, which is taken off the text.
 * 2. The charset of the header.
 * 3. What the first 1,024 bytes declare. HTML, and a body of unknown type, may do so by a meta
 *    element, else by an XML declaration; XHTML by the declaration, else by a meta element; XML by
 *    the declaration. Other types are not looked into.
 * 4. JSON is UTF-8.
 * 5. A body that is well-formed UTF-8 and not all ASCII is UTF-8, even if cut in mid-character.
 * 6. A meta element later in the page, for which a browser would start over.
 * 7. XML that is all ASCII is UTF-8; what is left is windows-1252, as in most browsers.
 *
 * @example
 * ```ts
 * const { text, encoding } = decodeText(body, "text/html; charset=gb2312"); // encoding "gbk"
 * ```
 */
export function decodeText(body: Uint8Array, contentType = ""): DecodedText {
  const encoding = encodingOf(body, contentType);
  return { text: decodeAs(encoding, body), encoding };
}

/** The encoding that {@link decodeText} would find, for those who need no text, or not all of it. */
export function encodingOf(body: Uint8Array, contentType = ""): string {
  return markedEncoding(body) ?? unmarkedEncoding(body, parseContentType(contentType));
}

const DECLARED_WITHIN = 1024;
const IS_HTML = /^(?:|\*\/\*|[^/]+\/unknown|text\/html|application\/(?:.+\.)?xhtml\+xml)$/;
const IS_XML = /[/+]xml$/;
const IS_JSON = /json/;

/** By the byte order mark. */
export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return undefined;
}

function unmarkedEncoding(body: Uint8Array, { mediaType, charset = "" }: ContentType): string {
  return (
    encodingForLabel(charset) ??
    declaredEncoding(body, mediaType) ??
    likelyEncoding(body, mediaType)
  );
}

function declaredEncoding(body: Uint8Array, mediaType: string): string | undefined {
  const head = body.subarray(0, DECLARED_WITHIN);
  const isHtml = IS_HTML.test(mediaType);
  if (IS_XML.test(mediaType)) return xmlEncoding(head) ?? (isHtml ? metaCharset(head) : undefined);
  return isHtml ? (metaCharset(head) ?? xmlEncoding(head)) : undefined;
}

function likelyEncoding(body: Uint8Array, mediaType: string): string {
  if (IS_JSON.test(mediaType) || looksLikeUtf8(body)) return "utf-8";
  const late = IS_HTML.test(mediaType) ? metaCharset(body) : undefined;
  return late ?? (IS_XML.test(mediaType) && isAscii(body) ? "utf-8" : "windows-1252");
}

function looksLikeUtf8(body: Uint8Array): boolean {
  const whole = withoutCutCharacter(body);
  return isUtf8(whole) && !isAscii(whole);
}

/** The bytes up to a last UTF-8 character that is short of some bytes, if there is one. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const lead = bytes[last] ?? 0;
  const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return last + length > bytes.length ? bytes.subarray(0, last) : bytes;
}
