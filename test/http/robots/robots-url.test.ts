import { describe, expect, it } from "vitest";

import { robotsUrl } from "../../../src/http/robots/robots-url.ts";

describe("robotsUrl", () => {
  it.each([
    ["http://user:pw@h.test:8080/a/b?c#d", "http://h.test:8080/robots.txt"],
    ["https://H.test:443", "https://h.test/robots.txt"],
    ["http://[::1]:81/a", "http://[::1]:81/robots.txt"],
  ])("of %s is %s", (page, expected) => {
    expect(robotsUrl(page)).toBe(expected);
  });

  it.each(["/a", "mailto:me@h.test", "http://"])("throws a TypeError on %j", (page) => {
    expect(() => robotsUrl(page)).toThrow(TypeError);
  });
});
