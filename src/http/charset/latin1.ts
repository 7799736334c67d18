/** The bytes as a string of one character each, U+0000 to U+00FF: for looking at, not for reading. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
