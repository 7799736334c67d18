import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { domainKey } from "../../../src/http/url/domain-key.ts";
import { urlLike, validUrl } from "../../support/url-like.ts";

describe("domainKey", () => {
  it.each([
    "http://shop.test",
    "https://shop.test/a?b#c",
    "HTTP://Shop.TEST/",
    "http://shop.test./",
    "http://shop.test:80/",
    "http://shop.test:8080?a",
    "https://ann:secret@shop.test/",
    "http:\\\\shop.test\\a",
    " http://shop.test ",
    "ws://shop.test/",
    "sftp://SHOP.test/",
  ])("puts %s into the bucket of its host", (url) => expect(domainKey(url)).toBe("shop.test"));

  it.each([
    ["http://www.shop.test/", "www.shop.test"],
    ["http://Bücher.test/", "xn--bcher-kva.test"],
    ["http://xn--bcher-kva.test/", "xn--bcher-kva.test"],
    ["http://127.0.0.1:8080/", "127.0.0.1"],
    ["http://0x7f.1/", "127.0.0.1"],
    ["http://[2001:DB8::1]:8080/", "2001:db8::1"],
    ["http://shop.test:pass@other.test/", "other.test"],
    ["http://shop.test:1@other.test/", "other.test"],
    ["http://other.test/@shop.test", "other.test"],
  ])("knows %s as %s", (url, key) => expect(domainKey(url)).toBe(key));

  it.each(["", "shop.test", "//shop.test/", "http://", "http://shop.test:x/", "data:,a"])(
    "throws a TypeError that quotes %j",
    (url) => {
      expect(() => domainKey(url)).toThrow(TypeError);
      expect(() => domainKey(url)).toThrow(JSON.stringify(url));
    },
  );

  it("is the host name that the WHATWG parser reads, bare", () =>
    fc.assert(
      fc.property(validUrl(), (url) => {
        const bare = new URL(url).hostname.replaceAll(/[[\]]|(?<=[^.])\.$/g, "");
        expect(domainKey(url)).toBe(bare);
      }),
    ));

  // A URL in white space never takes the fast path.
  it("is the same, or refused, by the fast path and by the WHATWG parser", () =>
    fc.assert(
      fc.property(urlLike(), (url) => {
        expect(outcome(url)).toBe(outcome(` ${url}`));
      }),
      { numRuns: 2000 },
    ));
});

function outcome(url: string): string {
  try {
    return domainKey(url);
  } catch (error) {
    if (error instanceof TypeError) return "refused";
    throw error;
  }
}
