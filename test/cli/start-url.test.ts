import { describe, expect, it } from "vitest";

import { startUrl } from "../../src/cli/start-url.ts";

describe("startUrl", () => {
  it.each([
    ["http://example.com", "http://example.com/"],
    ["HTTPS://Example.com/a b", "https://example.com/a%20b"],
    [" http://me:pw@example.com/ ", "http://me:pw@example.com/"],
    ["example.com", "https://example.com/"],
    ["example.com:8080/a?b#c", "https://example.com:8080/a?b#c"],
    ["localhost:3000", "https://localhost:3000/"],
    ["127.0.0.1/x", "https://127.0.0.1/x"],
    ["[::1]:8080", "https://[::1]:8080/"],
  ])("reads %s", (text, url) => {
    expect(startUrl(text)).toBe(url);
  });

  it.each([
    "",
    "nonsense",
    "not a url",
    "http://",
    "ftp://example.com/",
    "mailto:me@example.com",
    "file:///etc/hosts",
    "example.com:99999",
    "//",
  ])("refuses %j", (text) => {
    expect(() => startUrl(text)).toThrow("Expected an http or https URL");
  });

  it("shows no password of what it refuses", () => {
    expect(() => startUrl("ftp://me:hush@shop.test/")).toThrow('got "ftp://REDACTED:REDACTED@shop');
    expect(() => startUrl("http://me:x#hush@shop.test/")).toThrow(
      'got "http://REDACTED@shop.test/"',
    );
  });
});
