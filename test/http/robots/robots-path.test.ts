import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { normalisePath, pathOf } from "../../../src/http/robots/robots-path.ts";
import { validUrl } from "../../support/url-like.ts";

describe("normalisePath", () => {
  it.each([
    ["/%61%7E%2d", "/a~-"],
    ["/%2f%3F%25", "/%2F%3F%25"],
    ['/a b"<>|é', "/a%20b%22%3C%3E%7C%E9"],
    ["/:/?#[]@!&()+,;=", "/:/?#[]@!&()+,;="],
    ["/*$'", "/%2A%24%27"],
    ["/%/%4/%zz/%%", "/%/%4/%zz/%%"],
  ])("makes %j into %j", (path, expected) => {
    expect(normalisePath(path)).toBe(expected);
  });

  it("changes nothing the second time", () => {
    const unit = fc.constantFrom("%", "4", "1", "2", "5", "a", "F", "~", "/", "\u00FF", " ", "*");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (path) => {
        const once = normalisePath(path);
        expect(normalisePath(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it("makes an encoded path into the same as the plain one", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w\-.~ é]*$/), (path) => {
        const encoded = Array.from(path, (char) => `%${char.charCodeAt(0).toString(16)}`).join("");
        expect(normalisePath(encoded)).toBe(normalisePath(path));
      }),
    );
  });
});

describe("pathOf", () => {
  it("is what the WHATWG parser says, in normal form, of any URL", () => {
    fc.assert(
      fc.property(validUrl(), (url) => {
        const { href } = new URL(url);
        const [, path = "/"] = /^[^:]*:\/\/[^/]*(\/[^#]*)/.exec(href) ?? [];
        expect(pathOf(url)).toBe(normalisePath(path));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["http://h.test", "/"],
    ["http://h.test?a", "/?a"],
    ["http://u:p@h.test:8080/a;b?c=%7e#d", "/a;b?c=~"],
    ["https://h.test//a/./b/../c", "//a/c"],
    ["https://h.test/ツ?'", "/%E3%83%84?%27"],
    ["https://h.test/a?", "/a?"],
    ["/a?b", "/a?b"],
    ["http:/h.test/a", "/a"],
    ["", "/"],
    ["mailto:me@h.test", "/"],
  ])("takes from %j the path %j", (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});
