import { createRequire } from "node:module";

import type { hash as blake3 } from "blake3-wasm";

type Hash = typeof blake3;

const require = createRequire(import.meta.url);
const NAME_BYTES = 16;

let hash: Hash | undefined;

/** The name of the file of a variant: the first half of the blake3 of its id. */
export function fileName(id: string): string {
  hash ??= loadHash();
  const digest = hash(id, { length: NAME_BYTES });
  return typeof digest === "string" ? digest : digest.toString("hex");
}

/** Whether a name may be one that {@link fileName} gave. */
export function isFileName(name: unknown): name is string {
  return typeof name === "string" && /^[\da-f]{32}$/.test(name);
}

/** On first use, since it takes 50 ms. */
function loadHash(): Hash {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
  return (require("blake3-wasm") as { readonly hash: Hash }).hash;
}
