/** What a Content-Type header says. */
export interface ContentType {
  /** Type and subtype in lower case, such as `"text/html"`; empty if the header names none. */
  readonly mediaType: string;
  /** The label of the first charset parameter that is not empty, as written. */
  readonly charset: string | undefined;
}

/**
 * Reads the media type and the charset out of a Content-Type header, and never throws.
 *
 * Names are read in any case; a value may be quoted, with escapes, and whatever follows its closing
 * quote is dropped (MIME Sniffing 4.4).
 * Single quotes are part of a value, and no space may stand before the equals sign.
 * A charset counts even if the media type is malformed or the semicolon before it was forgotten.
 * Several values joined by commas are read as one: the first media type and charset count.
 *
 * @example
 * ```ts
 * parseContentType('Text/HTML; Charset="gbk"'); // { mediaType: "text/html", charset: "gbk" }
 * ```
 */
export function parseContentType(header: string): ContentType {
  if (latest?.header === header) return latest.type;
  const mediaType = MEDIA_TYPE.exec(header)?.[1]?.toLowerCase() ?? "";
  const type = Object.freeze({ mediaType, charset: charsetIn(header) });
  latest = { header, type };
  return type;
}

/** What was read last: most pages of a site have the same header. */
let latest: { readonly header: string; readonly type: ContentType } | undefined;

const MEDIA_TYPE = /^[\s,;]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)(?![^\s,;])/;
const PARAMETER = /([^,;=]*)(?:=(?:"((?:[^"\\]|\\[^])*)"?[^,;]*|([^,;]*)))?[,;]?/g;
const CHARSET = /(?:^|\s)charset$/i;

function charsetIn(header: string): string | undefined {
  for (const [, name = "", quoted, plain = ""] of header.matchAll(PARAMETER)) {
    if (!CHARSET.test(name)) continue;
    const charset = quoted?.replaceAll(/\\([^])/g, "$1") ?? plain.trimEnd();
    if (charset !== "") return charset;
  }
  return undefined;
}
