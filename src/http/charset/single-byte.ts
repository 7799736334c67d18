import { isAscii } from "node:buffer";

import { latin1 } from "./latin1.ts";

/**
 * The decoder of a single-byte encoding that TextDecoder lacks or gets wrong in some version of
 * Node, or `undefined` for any other encoding.
 *
 * It agrees with the index of the Encoding Standard (9) in every byte.
 */
export function singleByteDecoder(encoding: string): ((bytes: Uint8Array) => string) | undefined {
  if (encoding === "windows-1252") return decodeWestern;
  const corrections = CORRECTIONS.get(encoding);
  if (corrections === undefined) return undefined;
  const index = Uint16Array.from({ length: 256 }, (_, byte) => byte);
  if (!MISSING.has(encoding)) write(index, 0x80, new TextDecoder(encoding).decode(UPPER_HALF));
  for (const [first, characters] of Object.entries(corrections)) {
    write(index, Number(first), characters);
  }
  return (bytes) => decode(bytes, index);
}

/** Characters from a byte on. */
type Corrections = Readonly<Record<number, string>>;

const CORRECTIONS: ReadonlyMap<string, Corrections> = new Map([
  ["ibm866", {}], // of which only control characters are wrong
  [
    "iso-8859-16",
    {
      0xa1: "ĄąŁ€„Š§š©Ș«Ź\u00ADźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏ",
      0xd0: "ĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
    },
  ],
  ["koi8-u", { 0xae: "ў", 0xbe: "Ў" }],
  ["windows-874", { 0xdb: "����", 0xfc: "����" }],
  ["windows-1253", { 0xaa: "�" }],
  ["windows-1255", { 0xca: "\u05BA" }],
  [
    "x-user-defined",
    { 0x80: String.fromCharCode(...Array.from({ length: 128 }, (_, n) => 0xf780 + n)) },
  ],
]);
const MISSING: ReadonlySet<string> = new Set(["iso-8859-16", "x-user-defined"]);
const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, n) => 0x80 + n);

function write(index: Uint16Array, first: number, characters: string): void {
  for (let n = 0; n < characters.length; n++) index[first + n] = characters.charCodeAt(n);
}

function decode(bytes: Uint8Array, index: Uint16Array): string {
  if (isAscii(bytes)) return latin1(bytes);
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) units[at] = index[bytes[at] ?? 0] ?? 0;
  return Buffer.from(units.buffer).toString("utf16le");
}

/** windows-1252 is Latin-1 but for these, of which a text has few. */
const western = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const controls = /[\u0080-\u009F]/g;

function decodeWestern(bytes: Uint8Array): string {
  const text = latin1(bytes);
  return isAscii(bytes) ? text : text.replace(controls, decodeControl);
}

function decodeControl(control: string): string {
  return western.charAt(control.charCodeAt(0) - 0x80);
}
