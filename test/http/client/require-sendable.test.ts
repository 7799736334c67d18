import { describe, expect, it } from "vitest";

import { requireSendable } from "../../../src/http/client/require-sendable.ts";
import type { WireRequest } from "../../../src/http/client/wire-request.ts";
import { InvalidRequestError } from "../../../src/http/errors.ts";

describe("requireSendable", () => {
  it.each<[string, Partial<WireRequest>]>([
    ["a method that is no token", { method: "GET /x" }],
    ["no method", { method: "" }],
    ["port 0", { origin: "http://a.test:0" }],
    ["a name that is no token", { headers: ["X A", "1"] }],
    ["no name", { headers: ["", "1"] }],
    ["a line break in a value", { headers: ["X-A", "1\r\nX-B: 2"] }],
    ["a null byte in a value", { headers: ["X-A", "\u0000"] }],
    ["a character that is no byte", { headers: ["X-A", "\u0100"] }],
    ["a Transfer-Encoding", { headers: ["transfer-encoding", "chunked"] }],
    ["an Upgrade", { headers: ["Upgrade", "h2c"] }],
    ["an Expect", { headers: ["Expect", "100-continue"] }],
    ["a Connection that names headers", { headers: ["Connection", "close, X-A"] }],
    ["two Hosts", { headers: ["Host", "a.test", "host", "a.test"] }],
    ["a Host that is none", { headers: ["Host", "a.test/x"] }],
    ["a Host with a user", { headers: ["Host", "ann@a.test"] }],
    ["an empty Host", { headers: ["Host", ""] }],
    ["two lengths", { headers: ["Content-Length", "1", "Content-Length", "1"], body: "x" }],
    ["another length", { headers: ["Content-Length", "2"], body: "x" }],
    ["a length in characters", { headers: ["Content-Length", "1"], body: "\u00e9" }],
    ["a length of nothing", { headers: ["Content-Length", "1"] }],
    ["a length that is no number", { headers: ["Content-Length", "+1"], body: "x" }],
  ])("refuses %s", (_, wrong) => {
    expect(() => requireSendable(wire(wrong))).toThrow(InvalidRequestError);
  });

  it.each<[string, Partial<WireRequest>]>([
    ["a method of one's own", { method: "PURGE" }],
    [
      "bytes beyond ASCII, tabs and nothing as values",
      { headers: ["X-A", "\u00ff\t1", "X-B", ""] },
    ],
    ["the right length", { headers: ["Content-Length", "2"], body: "\u00e9" }],
    ["the length of nothing", { headers: ["Content-Length", "0"] }],
    ["another Host", { headers: ["Host", "b.test:8080"] }],
    ["a Host that is an address", { headers: ["Host", "[::1]:80"] }],
    ["a Connection to be closed", { headers: ["Connection", "close"] }],
  ])("lets pass %s", (_, right) => {
    expect(() => requireSendable(wire(right))).not.toThrow();
  });
});

function wire(changes: Partial<WireRequest>): WireRequest {
  const url = "http://a.test/";
  return {
    url,
    origin: "http://a.test",
    path: "/",
    method: "GET",
    headers: [],
    body: null,
    ...changes,
  };
}
