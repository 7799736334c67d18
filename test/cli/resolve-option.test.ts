import { describe, expect, it } from "vitest";

import { resolveOption } from "../../src/cli/resolve-option.ts";

describe("resolveOption", () => {
  it("adds each to those before it", () => {
    const first = resolveOption("example.com:443:127.0.0.1");
    expect(resolveOption("*:80:[::1]", first)).toEqual({
      "example.com:443": "127.0.0.1",
      "*:80": "[::1]",
    });
  });

  it.each([
    "",
    "example.com",
    "example.com:443",
    "example.com:443:",
    "example.com:0:127.0.0.1",
    "example.com:70000:127.0.0.1",
    "example.com:443:localhost",
    ":443:127.0.0.1",
  ])("refuses %j", (text) => {
    expect(() => resolveOption(text)).toThrow("Expected HOST:PORT:ADDRESS");
  });
});
