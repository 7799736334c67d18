import type { Chance } from "./chance.ts";
import { anyContent, type Content } from "./content.ts";

/** How the end of a body is known. */
type Framing = "length" | "chunked" | "close" | "none";

/** A response by the book, as bytes and as what they mean. */
export interface Message {
  readonly bytes: Buffer;
  readonly status: number;
  readonly framing: Framing;
  /** What the server wants to say; empty where the status or the method allows no body. */
  readonly body: Buffer;
  readonly content: Content;
}

/** A response that any client has to understand, with all that the standard lets a server do. */
export function anyMessage(chance: Chance, method: string): Message {
  const status = chance.oneOf(200, 200, 200, 200, 201, 204, 304, 404, 500, 599, 999);
  const hasNoBody = method === "HEAD" || status === 204 || status === 304;
  const framing = hasNoBody
    ? "none"
    : chance.oneOf("length", "length", "chunked", "chunked", "close");
  const content = anyContent(chance);
  const lines = [statusLine(chance, status, framing), ...headerLines(chance, framing, content)];
  const bytes = Buffer.concat([
    interims(chance),
    Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"),
    hasNoBody ? Buffer.alloc(0) : framed(chance, framing, content.coded),
  ]);
  return { bytes, status, framing, body: hasNoBody ? Buffer.alloc(0) : content.body, content };
}

function interims(chance: Chance): Buffer {
  if (chance.is(0.85)) return Buffer.alloc(0);
  const interim = (): string =>
    chance.oneOf(
      "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 102 Processing\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n",
    );
  return Buffer.from(Array.from({ length: chance.oneOf(1, 2, 5, 50) }, interim).join(""));
}

function statusLine(chance: Chance, status: number, framing: Framing): string {
  const isOld = framing !== "chunked" && chance.is(0.1);
  return `HTTP/1.${isOld ? 0 : 1} ${status} ${chance.oneOf("OK", "", "Ça va")}`;
}

function headerLines(chance: Chance, framing: Framing, { coded, codings }: Content): string[] {
  const named = (name: string, value: string): string =>
    `${chance.oneOf(name, name.toUpperCase(), name.toLowerCase())}:${chance.oneOf(" ", "", "  ", "\t")}${value}`;
  const lines = [
    named("X-A", chance.oneOf("1", "", "a\r\n b", "a\r\n\tb\r\n c", "ü")),
    named("Content-Type", `text/html${charset(chance)}`),
    named("Set-Cookie", "a=b"),
  ];
  if (codings.length > 0)
    lines.push(named("Content-Encoding", codings.join(chance.oneOf(", ", ","))));
  if (framing === "length") lines.push(named("Content-Length", String(coded.length)));
  if (framing === "chunked") lines.push(named("Transfer-Encoding", "chunked"));
  if (chance.is(0.1)) lines.push(named("Connection", chance.oneOf("close", "keep-alive")));
  if (chance.is(0.1)) lines.push(named("Keep-Alive", `timeout=${chance.oneOf(0, 1, 5)}`));
  return lines.toSorted(() => chance.draw() - 0.5);
}

function charset(chance: Chance): string {
  const label = chance.oneOf(
    "utf-8",
    "utf-16",
    "windows-1252",
    "shift_jis",
    "x-unknown",
    '"',
    "iso-2022-jp",
  );
  return chance.oneOf("", `; charset=${label}`);
}

function framed(chance: Chance, framing: Framing, coded: Buffer): Buffer {
  if (framing !== "chunked") return coded;
  const chunks = chance.pieces(coded, chance.oneOf(1, 2, 5, 20)).filter(({ length }) => length > 0);
  const extension = chance.oneOf("", "", "", ";a=b", ';a="b c"');
  const trailers = chance.oneOf("", "", "", "X-Sum: 1\r\n", "X-Sum: 1\r\nX-More: 2\r\n");
  const parts = chunks.flatMap((chunk) => [
    `${chance.oneOf("", "", "00")}${chunk.length.toString(16)}${extension}\r\n`,
    chunk,
    "\r\n",
  ]);
  return Buffer.concat(
    [...parts, `0${extension}\r\n${trailers}\r\n`].map((part) => Buffer.from(part)),
  );
}
