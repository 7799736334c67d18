import { decodeAs } from "../../http/charset/decode-as.ts";
import { astralBytes, byteSequences } from "./byte-sequences.ts";

/**
 * The bytes of one character outside ASCII in a legacy encoding, or `undefined` if it has none.
 *
 * They are those that decode to it. Where several do, the Encoding Standard tells which.
 */
export function legacyBytes(encoding: string, character: string): readonly number[] | undefined {
  let table = tables.get(encoding);
  if (table === undefined) {
    table = invert(encoding);
    tables.set(encoding, table);
  }
  return table.get(character) ?? (encoding === "gb18030" ? astralBytes(character) : undefined);
}

/** The bytes of each character, found when a link first needs the encoding. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function invert(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  for (const bytes of byteSequences(encoding)) {
    const text = decodeAs(encoding, Uint8Array.from(bytes));
    const isPreferred = !table.has(text) || (encoding === "big5" && lastInBig5.has(text));
    if (isPreferred && /^[^\0-\u007F\uFFFD]$/u.test(text)) table.set(text, bytes);
  }
  return table;
}

/** Of two places that a character has, the first counts; for these it is the last. */
const lastInBig5: ReadonlySet<string> = new Set("═╞╡╪十卅");
