import type { HttpHeaders } from "../../http/headers.ts";

/** The most that a number of seconds can mean (RFC 9111, section 1.2.2). */
const MOST_SECONDS = 2 ** 31;

type Directive = readonly [name: string, value: string | undefined];

/**
 * The directives of a Cache-Control (RFC 9111, section 5.2).
 *
 * Names have no case. A value is a token or a quoted string; what looks like a directive inside a
 * quoted string is none. Of a name that is there twice the first value counts. Of a number that is none
 * the least is made, so that what cannot be read is never taken for permission.
 */
export class CacheControl {
  static readonly #none = new CacheControl([]);
  readonly #directives: readonly Directive[];

  private constructor(directives: readonly Directive[]) {
    this.#directives = directives;
  }

  /** Those of a message. */
  static of(headers: HttpHeaders): CacheControl {
    const value = headers.get("cache-control");
    return value === undefined ? CacheControl.#none : new CacheControl(directivesOf(value));
  }

  has(name: string): boolean {
    return this.#directives.some(([own]) => own === name);
  }

  /** Whether it stands without a value, and so speaks of the whole message. */
  isBare(name: string): boolean {
    return this.#directives.some(([own, value]) => own === name && value === undefined);
  }

  /** Its seconds in milliseconds: 0 where they are no number, `absent` where it is not there. */
  ms(name: string, absent = 0): number {
    const found = this.#directives.find(([own]) => own === name);
    if (!found) return absent;
    const [, seconds = ""] = found;
    return /^\d+$/.test(seconds) ? Math.min(Number(seconds), MOST_SECONDS) * 1000 : 0;
  }

  /** The names of headers it lists, in lower case. */
  fields(name: string): readonly string[] {
    const lists = this.#directives.flatMap(([own, value]) => (own === name ? [value ?? ""] : []));
    return lists.flatMap((list) => list.split(",")).map((field) => field.trim().toLowerCase());
  }
}

/** What stands between commas that no quoted string holds. */
const member = /(?:[^,"]|"(?:[^"\\]|\\[^]?)*"?)+/g;

function directivesOf(value: string): readonly Directive[] {
  return (value.match(member) ?? []).map((text) => {
    const directive = text.trim();
    const equals = directive.indexOf("=");
    if (equals === -1) return [directive.toLowerCase(), undefined];
    const name = directive.slice(0, equals).toLowerCase();
    return [name, unquoted(directive.slice(equals + 1))];
  });
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).replaceAll(/\\([^])/g, "$1") : value;
}
