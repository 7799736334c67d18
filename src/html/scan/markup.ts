import { isAscii } from "node:buffer";

import { latin1 } from "../../http/charset/latin1.ts";

/** A page as it is scanned: each character of ASCII for itself, what else there is decoded when asked for. */
export interface Markup {
  readonly source: string;
  /** The text that stands at a place in the source. */
  readonly decode: (part: string) => string;
}

/** A page that is text. */
export function markupOf(html: string): Markup {
  const source = html.includes("\0") ? html.replaceAll("\0", "\uFFFD") : html;
  return { source, decode: asItIs };
}

/**
 * A page in UTF-8, of which only what is asked for is decoded, since a page is long and its links are
 * short. What is malformed becomes U+FFFD, as if all had been decoded.
 */
export function markupInUtf8(bytes: Uint8Array): Markup {
  const source = latin1(bytes);
  if (source.includes("\0")) {
    return { source: source.replaceAll("\0", MALFORMED), decode: decodeUtf8 };
  }
  return { source, decode: isAscii(bytes) ? asItIs : decodeUtf8 };
}

/** A byte that stands for nothing, wherever it stands. */
const MALFORMED = "\u00FD";

function asItIs(part: string): string {
  return part;
}

function decodeUtf8(part: string): string {
  return beyondAscii.test(part) ? Buffer.from(part, "latin1").toString("utf8") : part;
}

const beyondAscii = /[^\0-\u007F]/;
