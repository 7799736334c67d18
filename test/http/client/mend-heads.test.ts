import { Socket } from "node:net";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { mendHeads } from "../../../src/http/client/mend-heads.ts";
import { Context } from "../../../src/service/context.ts";
import { serveBytes } from "../../support/server.ts";

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

  it("does so wherever the network cuts one", () => {
    for (let cut = 0; cut <= CONTINUE.length; cut++) {
      const pieces = [CONTINUE.slice(0, cut), CONTINUE.slice(cut) + OK];
      expect(readMended(pieces)).toBe(mended + OK);
      expect(readMended([CONTINUE + CONTINUE.slice(0, cut), CONTINUE.slice(cut) + OK])).toBe(
        mended + mended + OK,
      );
    }
  });

  it("unfolds headers by spaces, in as many bytes", () => {
    const head = "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\tc\r\nY: d";
    expect(readMended([`${head}\r\n\r\nbody\r\n  more`])).toBe(
      "HTTP/1.1 200 OK\r\nX: a   b   c\r\nY: d\r\n\r\nbody\r\n  more",
    );
  });

  it("leaves what comes later alone, until another request is written", () => {
    const socket = new FakeSocket([OK, CONTINUE, CONTINUE + OK]);
    mendHeads(socket);
    expect(textOf(socket.read())).toBe(OK);
    expect(textOf(socket.read())).toBe(CONTINUE);
    socket.written++;
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

/** What might still become a 100 waits for the rest of it. */
function isHeld(rest: string): boolean {
  return rest.length < 12 && CONTINUE.startsWith(rest);
}

/** A connection on which one request was written, and these pieces come back. */
class FakeSocket extends Socket {
  written = 1;
  readonly #pieces: Buffer[];

  constructor(pieces: readonly string[]) {
    super();
    this.#pieces = pieces.filter((piece) => piece !== "").map((piece) => Buffer.from(piece));
    Object.defineProperty(this, "bytesWritten", { get: () => this.written });
  }

  override read(): Buffer | null {
    return this.#pieces.shift() ?? null;
  }
}

function readMended(pieces: readonly string[]): string {
  const socket = new FakeSocket(pieces);
  mendHeads(socket);
  return pieces.map(() => textOf(socket.read())).join("");
}

function textOf(bytes: Buffer | null): string {
  return bytes?.toString() ?? "";
}
