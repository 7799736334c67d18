import type { Chance } from "./chance.ts";

/** Makes of a response by the book something else, or nothing that is one. */
type Damage = (bytes: Buffer, chance: Chance) => Buffer;

/** Does one to three kinds of damage; tells which. */
export function damaged(bytes: Buffer, chance: Chance): { bytes: Buffer; words: string } {
  const names = Array.from({ length: chance.oneOf(1, 1, 2, 3) }, () =>
    chance.oneOf("flip", ...Object.keys(kinds)),
  );
  const done = names.reduce((bytes, name) => kinds[name]?.(bytes, chance) ?? bytes, bytes);
  return { bytes: done, words: names.join(" + ") };
}

const kinds: Readonly<Record<string, Damage>> = {
  flip: (bytes, chance) => flipped(bytes, chance, bytes.length),
  "flip in the head": (bytes, chance) => flipped(bytes, chance, bytes.indexOf("\r\n\r\n") + 4),
  drop: (bytes, chance) => {
    const [a, , b] = chance.pieces(bytes, 3);
    return Buffer.concat([a ?? bytes, b ?? bytes]);
  },
  repeat: (bytes, chance) => {
    const [a, b, c] = chance.pieces(bytes, 3);
    return Buffer.concat([a ?? bytes, b ?? bytes, b ?? bytes, c ?? bytes]);
  },
  insert: (bytes, chance) => {
    const [a, b] = chance.pieces(bytes, 2);
    return Buffer.concat([a ?? bytes, chance.bytes(chance.whole(1, 20)), b ?? bytes]);
  },
  "garbage in front": (bytes, chance) =>
    Buffer.concat([
      Buffer.from(chance.oneOf("\r\n", "\n\n", " ", "\0", "SSH-2.0\r\n", "<html>", "HTTP/1.1 ")),
      bytes,
    ]),
  "status line": (bytes, chance) => statusLine(bytes, chance.oneOf("HTTP/1.1 0 X", ...statusLines)),
  "bare line feeds": (bytes) => inHead(bytes, (head) => head.replaceAll("\r\n", "\n")),
  "a bare line feed": (bytes) => inHead(bytes, (head) => head.replace("\r\n", "\n")),
  "bare carriage returns": (bytes) => inHead(bytes, (head) => head.replaceAll("\r\n", "\r")),
  "no end of the head": (bytes) => inHead(bytes, (head) => head.replace("\r\n\r\n", "\r\n")),
  "NUL in the head": (bytes, chance) => line(bytes, `X-${chance.oneOf("\0", "B: \0", "B\0: 1")}`),
  "no colon": (bytes) => line(bytes, "no colon here"),
  "space before the colon": (bytes) => line(bytes, "Content-Length : 5"),
  "a fold in front": (bytes) => line(bytes, " folded: 1"),
  "another length": (bytes, chance) => line(bytes, `Content-Length: ${anyLength(chance)}`),
  "wrong length": (bytes, chance) =>
    inHead(bytes, (head) => head.replace(/(content-length:\s*)\d+/i, `$1${anyLength(chance)}`)),
  "transfer coding": (bytes, chance) =>
    line(bytes, `Transfer-Encoding: ${chance.oneOf("chunked", ...transferCodings)}`),
  "content coding": (bytes, chance) =>
    line(bytes, `Content-Encoding: ${chance.oneOf("gzip", ...contentCodings)}`),
  "chunk size": (bytes, chance) =>
    inBody(bytes, (body) => body.replace(/^[\da-f]+/, chance.oneOf("-5", ...chunkSizes))),
  "later chunk size": (bytes, chance) =>
    inBody(bytes, (body) =>
      body.replace(/\r\n[\da-f]+\r\n/, `\r\n${chance.oneOf("-5", ...chunkSizes)}\r\n`),
    ),
  "huge header": (bytes) => line(bytes, `X-Huge: ${"x".repeat(300_000)}`),
  "many headers": (bytes, chance) =>
    line(bytes, "X: y\r\n".repeat(chance.oneOf(500, 60_000)).trimEnd()),
  "flood of interim responses": (bytes, chance) =>
    Buffer.concat([Buffer.from("HTTP/1.1 100 Go\r\n\r\n".repeat(chance.oneOf(3, 3000))), bytes]),
  "a switch of protocols": (bytes) =>
    Buffer.concat([
      Buffer.from("HTTP/1.1 101 Yes\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"),
      bytes,
    ]),
};

const statusLines = [
  "HTTP/1.1 -1 X",
  "HTTP/1.1 99 X",
  "HTTP/1.1 099 X",
  "HTTP/1.1 000 X",
  "HTTP/1.1 1000 X",
  "HTTP/1.1 abc X",
  "HTTP/1.1",
  "HTTP/1.1 200",
  "HTTP/1.1  200 OK",
  "HTTP/1.1 100 X",
  "HTTP/1.1 101 X",
  "HTTP/1.1 199 X",
  "HTTP/0.9 200 OK",
  "HTTP/1.2 200 OK",
  "HTTP/2.0 200 OK",
  "HTTP/2 200",
  "HTTP/9.9 200 OK",
  "http/1.1 200 OK",
  "ICY 200 OK",
  "RTSP/1.0 200 OK",
  "HTTP/1.1 200 O\0K",
  "HTTP/1.0 204 X",
  "HTTP/1.1 205 X",
  "HTTP/1.1 304 X",
];
const transferCodings = [
  "identity",
  "gzip",
  "gzip, chunked",
  "chunked, chunked",
  "chunked, gzip",
  "xchunked",
  "",
  "chunked;q=1",
  "br, identity, chunked",
];
const contentCodings = [
  "br",
  "deflate",
  "zstd",
  "compress",
  "identity",
  "utf-8",
  "gzip, gzip, gzip, gzip, gzip, gzip",
  "",
  ",,,",
  '"gzip',
  "gzip;q=0",
];
const chunkSizes = [
  "0",
  "1",
  "fff",
  "ffffffff",
  "7fffffffffffffff",
  "ffffffffffffffff",
  "fffffffffffffffffffff",
  "0x5",
  " 5",
  "5 ",
  "5;",
  "g",
  "",
  `5;${"x".repeat(20_000)}`,
  "0".repeat(20_000),
];

function anyLength(chance: Chance): string {
  return chance.oneOf(
    "0",
    "1",
    "-1",
    "+5",
    "0x5",
    "5.0",
    "1e3",
    "5, 5",
    "5, 6",
    "",
    "five",
    "99999999",
    "18446744073709551616",
    "9".repeat(40),
    String(chance.whole(0, 2000)),
  );
}

function flipped(bytes: Buffer, chance: Chance, end: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = chance.oneOf(1, 1, 2, 8); count > 0; count--) {
    const at = chance.whole(0, end - 1);
    copy[at] = (copy[at] ?? 0) ^ (1 << chance.whole(0, 7));
  }
  return copy;
}

function statusLine(bytes: Buffer, text: string): Buffer {
  return inHead(bytes, (head) => head.replace(/^[^\r]*/, text));
}

/** Adds a line to the head, behind the first. */
function line(bytes: Buffer, text: string): Buffer {
  return inHead(bytes, (head) => head.replace("\r\n", `\r\n${text}\r\n`));
}

function inHead(bytes: Buffer, change: (head: string) => string): Buffer {
  const end = headEnd(bytes);
  const head = change(bytes.toString("latin1", 0, end));
  return Buffer.concat([Buffer.from(head, "latin1"), bytes.subarray(end)]);
}

function inBody(bytes: Buffer, change: (body: string) => string): Buffer {
  const end = headEnd(bytes);
  const body = change(bytes.toString("latin1", end));
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(body, "latin1")]);
}

function headEnd(bytes: Buffer): number {
  const at = bytes.indexOf("\r\n\r\n");
  return at === -1 ? bytes.length : at + 4;
}
