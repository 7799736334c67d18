import { encodingForLabel } from "./charset-label.ts";
import { latin1 } from "./latin1.ts";

/**
 * The encoding that an XML declaration at the start of these bytes gives away.
 *
 * Its `encoding` counts if the label is known. Since it could be read as ASCII, UTF-16 means UTF-8.
 * A declaration whose every other byte is zero is UTF-16, whatever it says.
 * Blanks may stand before it.
 */
export function xmlEncoding(bytes: Uint8Array): string | undefined {
  const text = latin1(bytes);
  if (text.startsWith("<\0?\0x\0")) return "utf-16le";
  if (text.startsWith("\0<\0?\0x")) return "utf-16be";

  const [, double, single = ""] = DECLARATION.exec(text) ?? [];
  const encoding = encodingForLabel(double ?? single);
  return encoding?.startsWith("utf-16") === true ? "utf-8" : encoding;
}

const DECLARATION = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^">]*)"|'([^'>]*)')/;
