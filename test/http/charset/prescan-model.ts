/**
 * The prescan of the HTML Standard, step by step, as slow and as plain as it stands there: the
 * labels in the order in which they count. For comparing with the quick one.
 *
 * As in the tree builder, a charset that is no label gives way to the content of the same meta.
 */
export function prescanLabels(text: string): readonly (string | undefined)[] {
  const labels: (string | undefined)[] = [];
  const bytes = new Bytes(text);
  try {
    for (; ; bytes.position++) labels.push(...step(bytes));
  } catch (error) {
    if (error !== OUT_OF_BYTES) throw error;
    return labels;
  }
}

const OUT_OF_BYTES = new Error("out of bytes");
const SPACE = /[\t\n\f\r ]/;

class Bytes {
  position = 0;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  is(pattern: RegExp): boolean {
    const character = this.text[this.position];
    if (character === undefined) throw OUT_OF_BYTES;
    return pattern.test(character);
  }
  startsWith(pattern: RegExp): boolean {
    return pattern.test(this.text.slice(this.position));
  }
  /** Steps over characters, and gives them in lower case. */
  takeWhile(pattern: RegExp): string {
    const start = this.position;
    while (this.is(pattern)) this.position++;
    return this.text.slice(start, this.position).replaceAll(/[A-Z]/g, (a) => a.toLowerCase());
  }
}

function step(bytes: Bytes): (string | undefined)[] {
  if (!bytes.is(/</)) return [];
  if (bytes.startsWith(/^<!--/)) {
    bytes.position += 4;
    while (!(bytes.is(/>/) && bytes.text.slice(0, bytes.position).endsWith("--"))) bytes.position++;
  } else if (bytes.startsWith(/^<meta[\t\n\f\r /]/i)) {
    bytes.position += 5;
    return metaLabels(bytes);
  } else if (bytes.startsWith(/^<\/?[a-z]/i)) {
    bytes.takeWhile(/[^\t\n\f\r >]/);
    while (getAttribute(bytes) !== undefined);
  } else if (bytes.startsWith(/^<[!/?]/)) {
    bytes.takeWhile(/[^>]/);
  }
  return [];
}

function metaLabels(bytes: Bytes): (string | undefined)[] {
  const seen = new Map<string, string>();
  for (let next = getAttribute(bytes); next !== undefined; next = getAttribute(bytes)) {
    if (!seen.has(next.name)) seen.set(next.name, next.value);
  }
  const isPragma = seen.get("http-equiv") === "content-type";
  return [seen.get("charset"), isPragma ? extract(seen.get("content") ?? "") : undefined];
}

function getAttribute(bytes: Bytes): { name: string; value: string } | undefined {
  bytes.takeWhile(/[\t\n\f\r /]/);
  if (bytes.is(/>/)) return undefined;
  const equals = bytes.is(/=/) ? "=" : "";
  bytes.position += equals.length;
  const name = equals + bytes.takeWhile(/[^\t\n\f\r />=]/);
  if (bytes.is(/[/>]/)) return { name, value: "" };
  bytes.takeWhile(SPACE);
  if (!bytes.is(/=/)) return { name, value: "" };
  bytes.position++;
  bytes.takeWhile(SPACE);
  return { name, value: getValue(bytes) };
}

function getValue(bytes: Bytes): string {
  if (!bytes.is(/["']/)) return bytes.takeWhile(/[^\t\n\f\r >]/);
  const notTheQuote = bytes.is(/"/) ? /[^"]/ : /[^']/;
  bytes.position++;
  const value = bytes.takeWhile(notTheQuote);
  bytes.position++;
  return value;
}

/** Extracting a character encoding from a meta element. */
function extract(content: string): string | undefined {
  let rest = content;
  for (;;) {
    const start = rest.search(/charset/i);
    if (start < 0) return undefined;
    rest = rest.slice(start + 7).replace(/^[\t\n\f\r ]+/, "");
    if (rest.startsWith("=")) break;
  }
  rest = rest.slice(1).replace(/^[\t\n\f\r ]+/, "");
  const quote = rest.charAt(0);
  if (quote !== '"' && quote !== "'") return rest.split(/[\t\n\f\r ;]/)[0];
  const end = rest.indexOf(quote, 1);
  return end < 0 ? undefined : rest.slice(1, end);
}
