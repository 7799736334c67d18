import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";

import type { hash as blake3 } from "blake3-wasm";

import { MARK_PATTERN, processMark } from "./process-mark.ts";

type Hash = typeof blake3;

const require = createRequire(import.meta.url);
const NAME_BYTES = 16;

/** Counts up whenever what is in files or what they are called changes. */
const VERSION = 1;
/** What the names of all that the cache has in its folder begin with. */
const PREFIX = `v${VERSION}-`;

/** The name of the journal. */
export const JOURNAL: string = `${PREFIX}journal`;

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
export function foldersOf(name: string): readonly [outer: string, inner: string] {
  const outer = `${PREFIX}${name.charAt(0)}`;
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

/** The version of the format of which a name in the folder of a cache speaks, if it is one of ours. */
export function versionOf(name: string): number | undefined {
  const [, version] = /^v(\d{1,9})-(?:journal(?:\.new)?|[\da-f])$/.exec(name) ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Whether a name is one that another version gives to what it has in the folder. */
export function isOfOtherVersion(name: string): boolean {
  return (versionOf(name) ?? VERSION) !== VERSION;
}

/** On first use, since it takes 50 ms. */
function loadHash(): Hash {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
  return (require("blake3-wasm") as { readonly hash: Hash }).hash;
}
