import { encodingForLabel } from "../../http/charset/charset-label.ts";
import { show } from "../../service/options.ts";
import { legacyBytes } from "./legacy-bytes.ts";

/**
 * Encodes the query of links as a browser does on a page in that encoding.
 *
 * A character that the encoding lacks becomes a numeric character reference.
 * Path and fragment are UTF-8 everywhere, and so is the query on a page in any form of Unicode.
 */
export function queryEncoder(label: string): (link: string) => string {
  const encoding = encodingForLabel(label);
  if (encoding === undefined) {
    throw new RangeError(`Expected "encoding" to be the label of an encoding: got ${show(label)}`);
  }
  if (utf8OnTheWire.test(encoding)) return (link) => link;
  return (link) =>
    link.replace(/^[^?#]*\?[^#]*/, (upToFragment) => {
      const query = upToFragment.indexOf("?");
      const encoded = upToFragment
        .slice(query)
        .replace(beyondAscii, (run) => encodeRun(encoding, run));
      return upToFragment.slice(0, query) + encoded;
    });
}

const utf8OnTheWire = /^(?:utf-|replacement$)/;
const beyondAscii = /[^\0-\u007F]+/gu;

function encodeRun(encoding: string, run: string): string {
  const encoded = Array.from(run, (character) => encodeCharacter(encoding, character)).join("");
  return encoding === "iso-2022-jp" ? encoded.replaceAll("%1B(B%1B$B", "") : encoded;
}

function encodeCharacter(encoding: string, character: string): string {
  const bytes = legacyBytes(encoding, character);
  return bytes?.map(encodeByte).join("") ?? `%26%23${character.codePointAt(0)}%3B`;
}

/** A byte as the URL parser writes it in a query: plain if it is an ASCII character allowed there. */
function encodeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (/[!$-&(-;=?-~]/.test(character)) return character;
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
