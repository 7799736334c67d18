import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { mendHeads } from "../../../src/http/client/mend-heads.ts";
import { Context } from "../../../src/service/context.ts";
import { serveBytes, serveRaw } from "../../support/server.ts";

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

describe("mendHeads", () => {
  it("makes a 102 of every 100 in front of the response, and changes nothing else", () => {
    const rest = fc.constantFrom(OK, `${OK}${CONTINUE}`, "", "HTTP/1.", "garbage", "\r\n");
    fc.assert(
      fc.property(fc.nat({ max: 3 }), rest, (count, rest) => {
        const received = readMended([CONTINUE.repeat(count) + rest]);
        expect(received).toBe(mended.repeat(count) + (isHeld(rest) ? "" : rest));
      }),
    );
  });

  it("does so, and unfolds, wherever the network cuts them", () => {
    const begin = fc.nat({ max: 3 }).map((count) => CONTINUE.repeat(count));
    const lines = fc.array(fc.constantFrom("X: a", "Y:\r\n b", "Z: c\r\n\td\r\n  e", "U: \r"));
    const bodies = fc.constantFrom("", "ok", `\r\n a\r\n\tb${CONTINUE}`);
    const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 20 });
    fc.assert(
      fc.property(begin, lines, bodies, cuts, (begin, lines, body, cuts) => {
        const head = ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
        const ends = [...cuts.toSorted((a, b) => a - b), Infinity];
        const pieces = ends.map((end, n) => (begin + head + body).slice(ends[n - 1] ?? 0, end));
        const unfolded = head.replaceAll(/\r\n[ \t]/g, "   ");
        const expected = begin.replaceAll("100", "102") + unfolded + body;
        expect(readMended(pieces)).toBe(expected);
      }),
    );
  });

  it("unfolds headers by spaces, in as many bytes", () => {
    const head = "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\tc\r\nY: d";
    expect(readMended([`${head}\r\n\r\nbody\r\n  more`])).toBe(
      "HTTP/1.1 200 OK\r\nX: a   b   c\r\nY: d\r\n\r\nbody\r\n  more",
    );
  });

  it("leaves what comes later alone, until another request is written", () => {
    const socket = new FakeSocket([OK, CONTINUE, CONTINUE + OK]);
    const written = mendHeads(socket);
    written();
    expect(textOf(socket.read())).toBe(OK);
    expect(textOf(socket.read())).toBe(CONTINUE);
    written();
    expect(textOf(socket.read())).toBe(mended + OK);
    expect(socket.read()).toBeNull();
  });
});

describe("httpClient, heads", () => {
  it.each([
    ["a 100 that nobody asked for", CONTINUE + OK],
    ["several interim responses", `${CONTINUE}HTTP/1.1 103 Early Hints\r\n\r\n${CONTINUE}${OK}`],
    ["a folded header", OK.replace("\r\n\r\n", "\r\nX: a\r\n  b\r\n\r\n")],
  ])("may have %s", async (_, answer) => {
    await using server = await serveBytes(answer);
    await using client = httpClient();
    const { status, text } = await client.call({ url: server.origin }, new Context());
    expect([status, text]).toEqual([200, "ok"]);
  });

  it("may have them in pieces of a byte", async () => {
    const answer = CONTINUE + OK.replace("\r\n\r\n", "\r\nX: a\r\n  b\r\n\r\n");
    await using server = await serveRaw(async (socket) => {
      for (const byte of answer) {
        socket.write(byte);
        await setImmediate();
      }
    });
    await using client = httpClient();
    const { status, text } = await client.call({ url: server.origin }, new Context());
    expect([status, text]).toEqual([200, "ok"]);
  });

  it("joins a header that was folded", async () => {
    await using server = await serveBytes("HTTP/1.1 204 No Content\r\nX: a\r\n\tb\r\n\r\n");
    await using client = httpClient();
    const { headers } = await client.call({ url: server.origin }, new Context());
    expect(headers.get("x")).toBe("a   b");
  });

  it("tells of a connection that ends after an interim response", async () => {
    await using server = await serveBytes(CONTINUE);
    await using client = httpClient();
    const call = client.call({ url: server.origin }, new Context());
    await expect(call).rejects.toMatchObject({ code: "connection_reset" });
  });
});

const mended = CONTINUE.replace("100", "102");

/** What might still become a 100, or a fold, waits for the rest of it. */
function isHeld(rest: string): boolean {
  return rest === "\r\n" || (rest.length < 12 && CONTINUE.startsWith(rest));
}

/** A connection on which these pieces come back. */
class FakeSocket extends Socket {
  readonly #pieces: Buffer[];

  constructor(pieces: readonly string[]) {
    super();
    this.#pieces = pieces.filter((piece) => piece !== "").map((piece) => Buffer.from(piece));
  }

  override read(): Buffer | null {
    return this.#pieces.shift() ?? null;
  }
}

/** What comes after one request was written. */
function readMended(pieces: readonly string[]): string {
  const socket = new FakeSocket(pieces);
  mendHeads(socket)();
  return pieces.map(() => textOf(socket.read())).join("");
}

function textOf(bytes: Buffer | null): string {
  return bytes?.toString() ?? "";
}
