import { describe, expect, it } from "vitest";

import { headerOption, userAgentOption } from "../../src/cli/header-option.ts";

describe("headerOption", () => {
  it("adds each to those before it, less the white space around its value", () => {
    const first = headerOption("Accept-Language:  de ");
    expect(headerOption("X-Time: 12:30", first)).toEqual([
      ["Accept-Language", "de"],
      ["X-Time", "12:30"],
    ]);
  });

  it.each(["", "no colon", ": value", "two words: value", "X-Lines: a\nb"])(
    "refuses %j",
    (text) => {
      expect(() => headerOption(text)).toThrow('Expected --header to be "NAME: VALUE"');
    },
  );

  it.each([
    "Transfer-Encoding: chunked",
    "expect: 100-continue",
    "Keep-Alive: timeout=5",
    "Upgrade: h2c",
    "Content-Length: 5",
    "Connection: two words",
    "Connection:",
  ])("refuses %j, which would not be sent", (text) => {
    expect(() => headerOption(text)).toThrow("Expected --header to be one that can be sent");
  });

  it("refuses a second Host", () => {
    const first = headerOption("Host: a.test");
    expect(() => headerOption("host: b.test", first)).toThrow(
      "Expected --header to be one that can be sent",
    );
  });

  it("takes a Connection that names headers", () => {
    expect(headerOption("Connection: close, TE")).toEqual([["Connection", "close, TE"]]);
  });
});

describe("userAgentOption", () => {
  it("adds each to those before it", () => {
    expect(userAgentOption("b/2", userAgentOption("a/1"))).toEqual(["a/1", "b/2"]);
  });

  it.each(["", " ", "a\nb", "日本"])("refuses %j", (text) => {
    expect(() => userAgentOption(text)).toThrow("Expected text for a header");
  });
});
