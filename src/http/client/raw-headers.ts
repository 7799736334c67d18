/** Headers as they are on the wire, names and values in turns. */
export type RawHeaders = readonly (Buffer | string)[];

/**
 * The value of a header, whose name is given in lower case, several joined by a comma; undefined if absent.
 *
 * Nothing is read of those whose names have another length.
 */
export function rawHeader(headers: RawHeaders, name: string): string | undefined {
  let joined: string | undefined;
  for (let at = 0; at < headers.length; at += 2) {
    const found = headers[at];
    if (found?.length !== name.length || textOf(found).toLowerCase() !== name) continue;
    const value = textOf(headers[at + 1] ?? "");
    joined = joined === undefined ? value : `${joined},${value}`;
  }
  return joined;
}

function textOf(bytes: Buffer | string): string {
  return typeof bytes === "string" ? bytes : bytes.toString("latin1");
}
