import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";

import type { hash as blake3 } from "blake3-wasm";

import { MARK_PATTERN, processMark } from "./process-mark.ts";

type Hash = typeof blake3;

const require = createRequire(import.meta.url);
const NAME_BYTES = 16;

/** Counts up whenever what is in files or what they are called changes. */
export const VERSION: number = 1;
/** Files have a byte for it. */
const LAST_VERSION = 255;

/** The name of the journal. */
export const JOURNAL: string = `v${VERSION}-journal`;

let hash: Hash | undefined;

/**
 * The name of the file of a variant: the first half of the blake3 of its id.
 *
 * Of digits and small letters only, and short, so that every file system takes it.
 */
export function fileName(id: string): string {
  hash ??= loadHash();
  const digest = hash(id, { length: NAME_BYTES });
  return typeof digest === "string" ? digest : digest.toString("hex");
}

/** The two folders that a file is in, one in the other. */
export function foldersOf(
  name: string,
  version: number = VERSION,
): readonly [outer: string, inner: string] {
  const outer = `v${version}-${name.charAt(0)}`;
  return [outer, `${outer}/${name.charAt(1)}`];
}

/** Whether a name may be one that {@link fileName} gave. */
export function isFileName(name: unknown): name is string {
  return typeof name === "string" && /^[\da-f]{32}$/.test(name);
}

/** Tells the temporary files of this thread from those of others. */
const thread = randomBytes(6).toString("hex");
let written = 0;

/** The name of a file that is to become the one of this name. No other has it. */
export function temporaryName(name: string): string {
  return `${name}.${processMark()}-${thread}-${++written}.tmp`;
}

const temporary = new RegExp(String.raw`^[\da-f]{32}\.(${MARK_PATTERN})-[\da-f]{12}-\d+\.tmp$`);

/** The mark of the process that writes a temporary file; undefined if the name is not of one. */
export function writerOf(name: string): string | undefined {
  return temporary.exec(name)?.[1];
}

/** The names that a version of the format gives to its journal, and to the one that is to replace it. */
export function journalsOf(version: number): readonly string[] {
  return [`v${version}-journal`, `v${version}-journal.new`];
}

/** The version of the format of which a name in the folder of a cache speaks, if it is such a name. */
export function versionOf(name: string): number | undefined {
  const [, version] = /^v([1-9]\d{0,2})-(?:journal(?:\.new)?|[\da-f])$/.exec(name) ?? [];
  return Number(version) <= LAST_VERSION ? Number(version) : undefined;
}

/** On first use, since it takes 50 ms. */
function loadHash(): Hash {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
  return (require("blake3-wasm") as { readonly hash: Hash }).hash;
}
