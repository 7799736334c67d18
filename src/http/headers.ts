import { show } from "../service/options.ts";
import { shownName } from "./header-syntax.ts";

/**
 * What headers can be made from. A list of values stands for a header sent several times, and
 * `undefined` for one that is left out.
 */
export type HeadersInit =
  | HttpHeaders
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Name, value, name, value… */
type Flat = readonly string[];
type Raw = readonly (Buffer | string)[];

/**
 * Header fields of a message: in order, several of one name kept apart, names compared without case.
 * Immutable.
 */
export class HttpHeaders implements Iterable<readonly [name: string, value: string]> {
  #raw: Raw;
  #flat: Flat | undefined;
  #names: readonly string[] | undefined; // in lower case

  private constructor(raw: Raw, flat?: Flat) {
    this.#raw = raw;
    this.#flat = flat;
  }

  /** Makes headers of pairs or of a record; headers pass as they are. */
  static from(init: HeadersInit = []): HttpHeaders {
    if (init instanceof HttpHeaders) return init;
    if (typeof init !== "object" || init === null) throw notHeaders(init);
    return new HttpHeaders(NOTHING, Symbol.iterator in init ? flattenPairs(init) : flatten(init));
  }

  /**
   * Makes headers of their bytes on the wire, name and value in turns. Each byte is a character
   * (ISO 8859-1), as browsers have it. Decoded when first read.
   */
  static received(raw: Raw): HttpHeaders {
    return new HttpHeaders(raw);
  }

  /** The value of a header, several joined by `, ` (RFC 9110 section 5.3); undefined if absent. */
  get(name: string): string | undefined {
    const names = this.#lowerNames();
    const wanted = name.toLowerCase();
    const first = names.indexOf(wanted);
    if (first === -1) return undefined;
    return names.includes(wanted, first + 1)
      ? this.getAll(wanted).join(", ")
      : this.#fields()[2 * first + 1];
  }

  /** The values of a header, one for each time it was sent. Set-Cookie can only be read like this. */
  getAll(name: string): readonly string[] {
    const names = this.#lowerNames();
    const wanted = name.toLowerCase();
    if (!names.includes(wanted)) return NO_VALUES;
    return this.#fields().filter((_, at) => at % 2 === 1 && names[(at - 1) / 2] === wanted);
  }

  has(name: string): boolean {
    return this.#lowerNames().includes(name.toLowerCase());
  }

  /** These headers with one set: in the place of the first of that name, else at the end. */
  with(name: string, value: string | readonly string[]): HttpHeaders {
    const at = this.#lowerNames().indexOf(name.toLowerCase());
    const rest = this.without(name).#fields();
    const place = at === -1 ? rest.length : 2 * at;
    return new HttpHeaders(NOTHING, rest.toSpliced(place, 0, ...flatten({ [name]: value })));
  }

  /** These headers less one name. */
  without(name: string): HttpHeaders {
    const names = this.#lowerNames();
    const unwanted = name.toLowerCase();
    return new HttpHeaders(
      NOTHING,
      this.#fields().filter((_, at) => names[at >> 1] !== unwanted),
    );
  }

  *[Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    const flat = this.#fields();
    for (let at = 0; at < flat.length; at += 2) yield [flat[at] ?? "", flat[at + 1] ?? ""];
  }

  #fields(): Flat {
    if (this.#flat === undefined) {
      this.#flat = this.#raw.map((bytes) =>
        typeof bytes === "string" ? bytes : bytes.toString("latin1"),
      );
      this.#raw = NOTHING;
    }
    return this.#flat;
  }

  #lowerNames(): readonly string[] {
    if (this.#names === undefined) {
      const flat = this.#fields();
      const names: string[] = [];
      for (let at = 0; at < flat.length; at += 2) names.push((flat[at] ?? "").toLowerCase());
      this.#names = names;
    }
    return this.#names;
  }
}

const NOTHING: Raw = [];
const NO_VALUES: readonly string[] = Object.freeze([]);

function flatten(init: Readonly<Record<string, string | readonly string[] | undefined>>): Flat {
  return Object.entries(init).flatMap(([name, value = []]) => {
    if (typeof value === "string") return [name, value];
    if (!Array.isArray(value)) throw noValue(name, value);
    return value.flatMap((value) => [name, value]);
  });
}

function flattenPairs(init: Iterable<readonly [name: string, value: string]>): Flat {
  const pairs = [...init];
  const alien = pairs.find((pair) => !isPair(pair));
  if (alien !== undefined) throw noPair(alien);
  return pairs.flat();
}

function isPair(pair: unknown): boolean {
  if (!Array.isArray(pair) || pair.length !== 2) return false;
  return typeof pair[0] === "string" && typeof pair[1] === "string";
}

function noPair(pair: unknown): TypeError {
  const got = Array.isArray(pair) ? `something else for ${shownName(pair[0])}` : kindOf(pair);
  return new TypeError(`Expected "headers" to be pairs of a name and a value: got ${got}`);
}

function noValue(name: string, value: unknown): TypeError {
  return new TypeError(
    `Expected "headers" to have a value for ${name}, or a list of them: got ${kindOf(value)}`,
  );
}

function notHeaders(init: unknown): TypeError {
  return new TypeError(`Expected "headers" to be pairs or a record: got ${kindOf(init)}`);
}

/** What a value is, where its content may be a secret. */
function kindOf(value: unknown): string {
  return typeof value === "string" ? "a string" : show(value);
}
