import { decodeText, parseContentType } from "pagoda/http";

import {
  bytesOf,
  differs,
  firstOf,
  NotPlayed,
  playerOf,
  type Player,
  type Problem,
} from "../case.ts";

/** A text, or bytes. */
type Argument = string | null | { readonly $bytes_latin1: string };

interface SuiteCase {
  readonly body?: { readonly latin1: string };
  readonly header_charset?: string | null;
  readonly expect_canonical?: string;
  readonly fn?: string;
  readonly args?: readonly Argument[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** Encodings of pages, and what functions of w3lib make of headers, pages and labels. */
export const charsetSuite: Player = playerOf<SuiteCase>((the) => {
  if (the.fn !== undefined) return playFunction(the);
  const { body, header_charset: label, expect_canonical: expected } = the;
  const header =
    label === null || label === undefined ? "text/html" : `text/html; charset=${label}`;
  return differs("encoding", decodeText(bytesOf(body?.latin1 ?? ""), header).encoding, expected);
});

function playFunction({ fn = "", args = [], kwargs = {}, result }: SuiteCase): Problem {
  if (Object.keys(kwargs).length > 0) throw new NotPlayed("options that are not offered");
  const [first = "", second = ""] = args;
  const play = functions[fn];
  if (!play) throw new NotPlayed(`a function that is not known: ${fn}`);
  return play(result, first, second);
}

const functions: Readonly<
  Record<string, (result: unknown, first: Argument, second: Argument) => Problem>
> = {
  http_content_type_encoding: (result, header) =>
    isEncoding(encodingOfLabel(parseContentType(headerOf(header)).charset), result),
  resolve_encoding: (result, label) =>
    isEncoding(typeof label === "string" ? encodingOfLabel(label) : undefined, result),
  html_body_declared_encoding: (result, body) => isEncoding(declaredIn(bytesFrom(body)), result),
  html_to_unicode: (result, header, body) =>
    isDecoded(header === null ? "text/html" : headerOf(header), bytesFrom(body), result),
  read_bom: (result, body) => isMarked(bytesFrom(body), result),
};

/** Of no known label is windows-1252, which an empty text of no known encoding is. */
function encodingOfLabel(label = ""): string | undefined {
  const quoted = label.replaceAll(/["\\]/g, String.raw`\$&`);
  const { encoding } = decodeText(new Uint8Array(), `text/plain; charset="${quoted}"`);
  const isKnown = encoding !== "windows-1252" || LATIN.test(label);
  return isKnown ? encoding : undefined;
}

const LATIN =
  /^\s*(?:latin-?1|l1|iso.?8859-1|(?:us-)?ascii|ansi.*|(?:x-)?cp.?1252|windows-1252)\s*$/i;

function declaredIn(body: Uint8Array): string | undefined {
  const { encoding } = decodeText(body, "text/html");
  const isGuess =
    encoding === "windows-1252" &&
    !/1252|8859-1|latin|ascii/i.test(Buffer.from(body).toString("latin1"));
  return isGuess ? undefined : encoding;
}

function isDecoded(header: string, body: Uint8Array, result: unknown): Problem {
  const [python, expected]: readonly unknown[] = Array.isArray(result) ? result : [];
  const { text, encoding } = decodeText(body, header);
  return firstOf(isEncoding(encoding, python), differs("text", text, expected));
}

function isMarked(body: Uint8Array, result: unknown): Problem {
  const [python]: readonly unknown[] = Array.isArray(result) ? result : [];
  const { encoding } = decodeText(body, "text/plain; charset=iso-8859-2");
  return isEncoding(encoding === "iso-8859-2" ? undefined : encoding, python);
}

function isEncoding(actual: string | undefined, python: unknown): Problem {
  const name = typeof python === "string" ? python.toLowerCase().replaceAll("_", "-") : undefined;
  return differs("encoding", actual, name === undefined ? undefined : (codecs[name] ?? name));
}

/** Names of Python codecs, by what they are called on the web. */
const codecs: Readonly<Record<string, string>> = {
  utf8: "utf-8",
  ascii: "windows-1252",
  cp1252: "windows-1252",
  "iso8859-1": "windows-1252",
  "latin-1": "windows-1252",
  cp1251: "windows-1251",
  "iso8859-4": "iso-8859-4",
  "iso8859-2": "iso-8859-2",
  gb18030: "gbk",
  big5hkscs: "big5",
  cp949: "euc-kr",
  cp932: "shift_jis",
  "shift-jis": "shift_jis",
  "utf-16": "utf-16le",
  "utf-16-le": "utf-16le",
  "utf-16-be": "utf-16be",
};

function headerOf(argument: Argument): string {
  return typeof argument === "string" ? argument.replace(/^content-type:\s*/i, "") : "";
}

function bytesFrom(argument: Argument): Uint8Array {
  return typeof argument === "object"
    ? bytesOf(argument?.$bytes_latin1 ?? "")
    : Buffer.from(argument);
}
