/** The size up to which a file counts. */
const maxBytes = 500 * 1024;
/** The length up to which a line counts. */
const maxLineBytes = 16 * 1024;

/** One line that says something. */
export interface Directive {
  readonly name: "user-agent" | "allow" | "disallow" | "crawl-delay" | "sitemap";
  /** Its bytes, one a character. */
  readonly value: string;
}

const names: ReadonlyMap<string, Directive["name"]> = new Map([
  ["user-agent", "user-agent"],
  ["useragent", "user-agent"],
  ["user agent", "user-agent"],
  ["allow", "allow"],
  ["disallow", "disallow"],
  ["dissallow", "disallow"],
  ["dissalow", "disallow"],
  ["disalow", "disallow"],
  ["diasllow", "disallow"],
  ["disallaw", "disallow"],
  ["crawl-delay", "crawl-delay"],
  ["sitemap", "sitemap"],
  ["site-map", "sitemap"],
]);

/** Takes a robots.txt file apart into the lines that say something, in its order. */
export function readDirectives(body: Uint8Array | string): readonly Directive[] {
  return contentOf(body)
    .split(/[\r\n]+/)
    .map(readLine)
    .filter((directive) => directive !== undefined);
}

/** The text of bytes that should be UTF-8. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}

// Bytes rather than text, so that a rule that is no UTF-8 still matches its own bytes.
// Without its NUL bytes and mark, an ASCII file in UTF-16 is one in UTF-8.
function contentOf(body: Uint8Array | string): string {
  const bytes = Buffer.from(body.slice(0, maxBytes + 1));
  const text = bytes.toString("latin1", 0, maxBytes + 1);
  const whole = bytes.length > maxBytes ? text.slice(0, lastLineEnd(text)) : text;
  return whole
    .replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, "")
    .replaceAll("\0", "");
}

function lastLineEnd(text: string): number {
  return Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"), 0);
}

function readLine(line: string): Directive | undefined {
  const [text = ""] = line.slice(0, maxLineBytes).split("#", 1);
  const [key, value] = splitLine(trim(text));
  const name = names.get(key.toLowerCase());
  return name && { name, value };
}

function splitLine(line: string): readonly [key: string, value: string] {
  const colon = line.indexOf(":");
  if (colon >= 0) return [trim(line.slice(0, colon)), trim(line.slice(colon + 1))];
  // Without a colon two words are a directive; more are prose.
  const [key = "", value = "", ...more] = line.split(/[\t ]+/, 3);
  return value !== "" && more.length === 0 ? [key, value] : ["", ""];
}

// Not String.trim, to which 0xA0 is a blank: here it may be the last byte of a character.
function trim(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && line.charCodeAt(start) <= 0x20) start++;
  while (start < end && line.charCodeAt(end - 1) <= 0x20) end--;
  return line.slice(start, end);
}
