import { isHeaderName } from "../../http/header-syntax.ts";
import type { HttpHeaders } from "../../http/headers.ts";

/** The most that a number of seconds can mean (RFC 9111, section 1.2.2). */
export const MOST_SECONDS: number = 2 ** 31;

type Directive = readonly [name: string, value: string | undefined];

/**
 * The directives of a Cache-Control (RFC 9111, section 5.2).
 *
 * Names have no case. A value is a token or a quoted string; what looks like a directive inside a
 * quoted string is none. Of a name that is there twice the first value counts. A value beside white
 * space, or of which a quote is missing, cannot be read. Of a number that is none the least is made, and
 * of a list that is none the whole message, so that what cannot be read is never taken for permission.
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

  /** Whether it stands without a value. */
  isBare(name: string): boolean {
    return this.#directives.some(([own, value]) => own === name && value === undefined);
  }

  /** Whether it speaks of the whole message: where it lists no headers, or what no header can be. */
  isOfAll(name: string): boolean {
    return this.has(name) && (this.isBare(name) || !this.fields(name).every(isHeaderName));
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
    const written = directive.slice(0, equals).toLowerCase();
    const name = written.trimEnd();
    const gap = written.slice(name.length); // stays, so that nothing makes sense of the value
    return [name, unquoted(gap + directive.slice(equals + 1))];
  });
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).replaceAll(/\\([^])/g, "$1") : value;
}
