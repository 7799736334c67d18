const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a header value, which comes with a byte a character.
 *
 * Bytes that are UTF-8 are read as such, others as Latin-1; white space around the value is no part
 * of it. A value that holds more than bytes has been read before, and stays.
 */
export function headerText(value: string): string {
  const text = value.replace(/^[\t ]+|[\t ]+$/g, ""); // not trim(): 0xA0 may end a character
  // oxlint-disable-next-line no-control-regex -- a range of bytes
  if (!/[\u0080-\u00FF]/.test(text) || /[^\u0000-\u00FF]/.test(text)) return text;
  try {
    return utf8.decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}
