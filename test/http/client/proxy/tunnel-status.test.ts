import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { tunnelStatus } from "../../../../src/http/client/proxy/tunnel-status.ts";

describe("tunnelStatus", () => {
  it("is that of the first answer which is not interim, wherever the network cuts it", () => {
    const interim = fc.constantFrom("", "HTTP/1.1 100 Go\r\n\r\n", "HTTP/1.1 103\r\nA: b\r\n\r\n");
    const status = fc.integer({ min: 200, max: 999 });
    const rest = fc.constantFrom(
      "",
      " ",
      " OK",
      " Connection established",
      "\r\nContent-Length: 5",
    );
    fc.assert(
      fc.property(interim, fc.constantFrom("0", "1"), status, rest, (before, minor, ...parts) => {
        const answer = `${before}HTTP/1.${minor} ${parts.join("")}\r\n\r\n`;
        for (let at = 0; at < answer.length; at++) {
          expect(tunnelStatus(answer.slice(0, at))).toBeUndefined();
        }
        expect(tunnelStatus(answer)).toBe(parts[0]);
      }),
    );
  });

  it("passes over the body of a refusal, but takes nothing behind the head of a tunnel", () => {
    expect(tunnelStatus("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno")).toBe(407);
    expect(() => tunnelStatus("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")).toThrow("behind");
  });

  it("knows at the first byte that it is no HTTP/1", () => {
    for (const text of ["x", "HTTP/2", "HTTP/1.1 100\r\n\r\nx", "\r\n", "\0"]) {
      expect(() => tunnelStatus(text)).toThrow("no HTTP/1");
    }
  });

  it.each([
    "HTTP/1.1",
    "HTTP/1.2 200",
    "HTTP/1.1  200",
    "HTTP/1.1 20",
    "HTTP/1.1 2000",
    "HTTP/1.1 099",
  ])("takes no status from %j", (line) => {
    expect(() => tunnelStatus(`${line}\r\n\r\n`)).toThrow("no status");
  });

  it("waits for no head without end", () => {
    const head = `HTTP/1.1 200 OK\r\nA: ${"a".repeat(16_364)}`;
    expect(tunnelStatus(head)).toBeUndefined();
    expect(() => tunnelStatus(`${head}aa`)).toThrow("over 16384 bytes");
  });
});
