/**
 * The encoding that a label names, by the table of the Encoding Standard (4.2).
 *
 * Names come in lower case: `"latin1"` is `"windows-1252"`, `" X-SJIS "` is `"shift_jis"`.
 * ASCII whitespace around a label and its case do not count.
 * A label outside the table, such as `"utf-7"` or `"none"`, names nothing.
 */
export function encodingForLabel(label: string): string | undefined {
  const known = names.get(label);
  if (known !== undefined) return known;
  const key = LABEL.exec(label)?.[1]?.toLowerCase();
  if (key === undefined) return undefined;
  if (key !== label) return encodingForLabel(key);

  const name = nameInRuntime(key);
  if (name !== undefined) names.set(key, name);
  return name;
}

const LABEL = /^[\t\n\f\r ]*([!-~]+)[\t\n\f\r ]*$/;

/** Labels met so far, from those that TextDecoder lacks in some version of Node. */
const names = new Map([
  ["iso-8859-16", "iso-8859-16"],
  ["x-user-defined", "x-user-defined"],
  ["replacement", "replacement"],
  ["csiso2022kr", "replacement"],
  ["hz-gb-2312", "replacement"],
  ["iso-2022-cn", "replacement"],
  ["iso-2022-cn-ext", "replacement"],
  ["iso-2022-kr", "replacement"],
]);

function nameInRuntime(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined; // TextDecoder tells an unknown label in no other way
  }
}
