import { hash } from "node:crypto";

/** Bytes of a digest: the odds that any two of a billion texts have the same are 1 to 10^20. */
const BYTES = 16;

/** A short name for a text. */
export function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer").subarray(0, BYTES);
}
